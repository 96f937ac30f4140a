"""Each row of codegen/exceptions.py names something in the headers, changes something, and says why."""

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from codegen import cffi_source, describe, exceptions, facts, header, python_ops, stubs, table

TABLES = {name: table for name, table in vars(exceptions).items() if isinstance(table, exceptions.Table)}
ROWS = [(table, name) for table, rows in TABLES.items() for name in rows]
DECLARED = header.declared()
WORDS = {"complex", "pin_memory", "set_", "slice", "tanh", "values"}  # operators, and what other things are called


def meant(name, function):
    """Returns whether a row means this function: by its C name, its operator, its family, or how that begins."""
    operator = function.schema.name if function.schema else ""
    begins = name[-1] == "_" and operator.startswith(name)
    return name.partition(".")[0] in (function.name, operator, function.family) or begins


def everything(name):
    """All that is derived from the functions, callbacks and structs that a row's name means."""
    known = DECLARED.types
    families = {
        family: tuple(facts.complete(one, known) for one in found if meant(name, one))
        for family, found in DECLARED.families.items()
    }
    families = {family: found for family, found in families.items() if found}
    structs = [facts.complete_struct(one, known) for one in DECLARED.structs.values() if one.name == name.split(".")[0]]
    callbacks = [one for one in known.callbacks.values() if one.name == name.split(".")[0]]
    assert families or structs or callbacks, (
        f"{name}: no operator, C function, callback, struct or family of the headers"
    )
    operators, _ = python_ops.by_name(families)
    api = replace(header.read(), families=families)
    return (
        structs,
        callbacks,
        describe.description(api),
        [(python_ops.function(one, ops), stubs.function(one, ops)) for one, ops in operators.items()],
        cffi_source.module(api),
        table.source(families),
    )


@pytest.mark.parametrize("table, name", ROWS)
def test_a_row_names_something_and_changes_it(table, name):
    rows = TABLES[table]
    with_row, value = everything(name), rows[name]
    del rows[name]
    try:
        same = everything(name) == with_row
    except KeyError:  # no row of csrc/table.c can describe what it hides
        same = False
    finally:
        rows[name] = value
    assert not same, f"{table}: without the row of {name} all would be the same"


def test_a_row_without_a_use_is_found():
    """Plants what the test above refuses."""
    rows = {"mm_": "no operator", "contiguous": "would be the same"}
    exceptions.GIVE_BACK.update(rows)
    try:
        for name, why in rows.items():
            with pytest.raises(AssertionError, match=why):
                test_a_row_names_something_and_changes_it("GIVE_BACK", name)
    finally:
        for name in rows:
            del exceptions.GIVE_BACK[name]


def test_a_name_in_two_rows_is_found():
    with pytest.raises(ValueError, match="mm stands in two rows"):
        exceptions.Table(("one reason", "mm bmm"), ("another reason", {"mm": 1}))


@pytest.mark.parametrize("table", TABLES)
def test_a_row_has_a_reason(table):
    rows = TABLES[table]
    assert rows and rows.reasons.keys() == rows.keys()
    assert all(len(reason.split()) > 2 for reason in rows.reasons.values())


def test_no_table_stands_elsewhere():
    """A set or a dict of operators' names in another file of codegen would be a table without reasons."""
    operators = {one.schema.name for found in DECLARED.families.values() for one in found if one.schema}
    symbols = {one.name for found in DECLARED.families.values() for one in found}
    for path in sorted(Path(header.__file__).parent.glob("*.py")):
        if path.name != "exceptions.py":
            named = names_in_tables(path.read_text()) & (operators | symbols) - WORDS - set(DECLARED.families)
            assert not named, f"{path.name}: {', '.join(sorted(named))} belong in exceptions.py"


def names_in_tables(source):
    """The texts in sets and lists of a module, in keys of dicts, and beside == and in."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.Set, ast.List, ast.Tuple)):
            found |= {one.value for one in node.elts if isinstance(one, ast.Constant)}
        elif isinstance(node, ast.Dict):
            found |= {one.value for one in node.keys if isinstance(one, ast.Constant)}
        elif isinstance(node, ast.Compare):
            found |= {one.value for one in [node.left, *node.comparators] if isinstance(one, ast.Constant)}
    return {one for one in found if isinstance(one, str)}


def test_the_package_takes_numbers_where_the_stubs_say_so():
    from pytorch_c._calls.retry import _TAKES_NUMBERS

    plain = {name for name in _TAKES_NUMBERS if not name.endswith("_")}
    assert plain == {*exceptions.TAKE_NUMBERS, "copy"}  # copy_ is a method alone
    assert {name + "_" for name in plain} | plain == _TAKES_NUMBERS
