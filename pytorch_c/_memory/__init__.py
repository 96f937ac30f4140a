"""Ways of memory back to the system: finalizers, scopes and gc()."""
