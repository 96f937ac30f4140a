"""The few names of torch's compiler that its other files ask its extension for."""
