"""How memory goes: finalizers, scopes and gc()."""
