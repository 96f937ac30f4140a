"""Steps of a call: its arguments checked, its overload chosen, values put into the C library's form."""
