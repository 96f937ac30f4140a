"""Groups of operators: an overload with its forms in place and with `out`; which parameters are results."""

OPTION_NAMES = ("dtype", "layout", "device", "pin_memory")


def arguments(schema, but=()):
    return [(arg.name, arg.type) for arg in schema.args if arg not in but]


class Relations:
    """The functions that compute the same in another form."""

    def __init__(self, api):
        self.found = {}
        operators = [f for f in api.functions.values() if f.schema]
        self.by_name = {}
        for one in operators:
            self.by_name.setdefault(one.schema.name, []).append(one)
        for one in operators:
            if one.schema.inplace:
                self.tie(one, "inplace", one.schema.name[:-1], self.same_arguments)
            elif one.schema.out_args:
                self.tie(one, "out", one.schema.name, self.matches_out)

    def tie(self, form, kind, name, fits):
        for plain in self.by_name.get(name, ()):
            if not plain.schema.out_args and fits(plain, form) and kind not in self.found.get(plain.name, {}):
                self.found.setdefault(plain.name, {})[kind] = form.name
                self.found.setdefault(form.name, {})["functional"] = plain.name
                return

    @staticmethod
    def same_arguments(plain, form):
        """The first argument may have another name: dropout(input, …), dropout_(self, …)."""
        ours, theirs = arguments(plain.schema), arguments(form.schema)
        return ours[1:] == theirs[1:] and [type for _, type in ours[:1]] == [type for _, type in theirs[:1]]

    @staticmethod
    def matches_out(plain, form):
        """A factory's options are not among the arguments of the form that writes into a tensor."""
        options = OPTION_NAMES if any(p.base == "ptc_options" for p in plain.params) else ()
        mine = [one for one in arguments(plain.schema) if one[0] not in options]
        return mine == arguments(form.schema, form.schema.out_args)

    def of(self, function):
        """{"functional": …, "inplace": …, "out": …}, those that there are beside the function itself."""
        mine = self.found.get(function.name, {})
        plain = mine.get("functional")
        if plain:  # the others of its kind too
            mine = {"functional": plain} | {k: v for k, v in self.found[plain].items() if v != function.name}
        return mine


def result_names(function):
    """The parameters that hold the results: the outputs, or what an operator changes and gives back."""
    if function.outputs or not function.schema:
        return [one.name for one in function.outputs]
    given = {alias for alias in function.schema.aliases if alias}
    names = [arg.name for arg in function.schema.args if arg.alias in given]
    # An operator on lists gives nothing back, and changes its first one.
    return names or [arg.name for arg in function.schema.args[:1] if arg.mutable]
