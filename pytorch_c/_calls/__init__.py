"""How a call is made: its arguments checked, its overload chosen, values put into the C library's form."""
