"""Each row of codegen/exceptions.py names something in the headers, changes something, and says why."""

import inspect

import pytest

from codegen import cffi_source, exceptions, header, python_ops, stubs

TABLES = {name: table for name, table in vars(exceptions).items() if isinstance(table, exceptions.Table)}
ROWS = [(table, name) for table, rows in TABLES.items() for name in rows]
FAMILIES = header.families()


def derived(name):
    """All that is derived for the operators and C functions that a row's name means."""
    functions = {
        family: [f for f in found if meant(name, f)]
        for family, found in FAMILIES.items()
        if any(meant(name, f) for f in found)
    }
    assert functions, f"{name}: no such operator, C function, family or beginning of a name in the headers"
    found, _ = python_ops.by_name(functions)
    operators = {one: (python_ops.function(one, ops), stubs.function(one, ops)) for one, ops in found.items()}
    failing = {f.name: f.can_fail for one in functions.values() for f in one}
    return operators, failing, cffi_source.module(functions)


def meant(name, function):
    if function.schema and (
        function.schema.name == name or (name[-1] == "_" and function.schema.name.startswith(name))
    ):
        return True
    return name in (function.name, function.family)


@pytest.mark.parametrize("table, name", ROWS)
def test_a_row_names_something_and_changes_it(table, name):
    rows = TABLES[table]
    with_row, value = derived(name), rows[name]
    del rows[name]
    try:
        assert derived(name) != with_row, f"{table}: without the row of {name} all would be the same"
    finally:
        rows[name] = value


def test_a_row_without_a_use_is_found():
    """What the test above refuses, planted."""
    exceptions.GIVE_BACK["mm_"] = exceptions.GIVE_BACK["contiguous"] = True
    try:
        with pytest.raises(AssertionError, match="no such operator"):
            test_a_row_names_something_and_changes_it("GIVE_BACK", "mm_")
        with pytest.raises(AssertionError, match="would be the same"):
            test_a_row_names_something_and_changes_it("GIVE_BACK", "contiguous")
    finally:
        del exceptions.GIVE_BACK["mm_"], exceptions.GIVE_BACK["contiguous"]


@pytest.mark.parametrize("table", TABLES)
def test_a_row_has_a_reason(table):
    rows = TABLES[table]
    assert rows and rows.reasons.keys() == rows.keys()
    assert all(len(reason.split()) > 2 for reason in rows.reasons.values())


@pytest.mark.parametrize("table", TABLES)
def test_a_table_is_used(table):
    """A table that nothing of codegen reads is no exception."""
    from codegen import docstrings, sizes

    modules = (cffi_source, docstrings, header, python_ops, sizes, stubs)
    assert any(f" {table}" in inspect.getsource(module) for module in modules)
