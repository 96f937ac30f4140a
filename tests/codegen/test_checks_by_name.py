"""codegen/checks_by_name.py: an operator that is called by its name has the checks of its typed function."""

from codegen import added_errors, checks_by_name


def test_the_file_is_that_of_the_sources():
    assert checks_by_name.FILE.read_text(encoding="utf-8") == checks_by_name.text(), (
        "run python -m codegen.checks_by_name --write"
    )


def test_each_check_of_a_body_is_there_with_its_condition():
    rows = {name: made for (made, _), operators in checks_by_name.rows().items() for name in operators}
    assert rows["linalg_matrix_power."] == ('check_power(a.integer("n"));',)
    assert rows["rrelu_with_noise.out"] == ('if (a.flag("training")) check_out(a.tensor("out"), a.tensor("self"));',)
    assert 'if (a.real("momentum") != 0) beside(' in rows["_fused_sgd_."][1]
    assert "mm." not in rows


def test_every_check_is_used():
    bodies = " ".join(body for name, body in added_errors.bodies().items())
    of_helpers = {"check_length", "check_like", "check_as_many_scalars", "check_contiguous", "check_dimensions"}
    assert {name for name in checks_by_name.names() if f"{name}(" not in bodies} <= of_helpers
