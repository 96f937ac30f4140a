"""Tables of measured rows, as text for a terminal and as Markdown for the report.

A table is {"title", "columns", "rows"}; a column is {"key", "heading", "digits", "show"},
a row maps keys to text, numbers or summaries {"median", "low", "high"}.
"""

from .machine import is_marked


def table(title, columns, rows):
    """A table; columns are (key, heading, digits after the point, "median" to leave out the spread)."""
    names = ("key", "heading", "digits", "show")
    return {
        "title": title,
        "columns": [dict(zip(names, (*column, *(0, "all")[len(column) - 2 :]))) for column in columns],
        "rows": rows,
    }


def number(value, digits):
    return f"{value:,.{digits}f}"


def cell(value, column):
    """The text of one value; a summary shows its median and, in brackets, its spread."""
    digits = column["digits"]
    if isinstance(value, dict) and column["show"] == "median":
        value = value["median"]
    if isinstance(value, dict):
        low, high = number(value["low"], digits), number(value["high"], digits)
        return f"{number(value['median'], digits)} ({low}–{high})"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, float)):
        return number(value, digits)
    return "–" if value is None else str(value)


def _cells(one, mark=""):
    heads = [column["heading"] for column in one["columns"]]
    return heads, [[_marked(row.get(column["key"]), column, mark) for column in one["columns"]] for row in one["rows"]]


def _marked(value, column, mark):
    measured = isinstance(value, (dict, float))
    return (mark if measured else "") + cell(value, column)


def text(content):
    """A whole result for a terminal."""
    lines = [content["title"], content["compares"], ""]
    for one in content["tables"]:
        heads, rows = _cells(one, "~" if is_marked(content) else "")
        widths = [max(map(len, column)) for column in zip(heads, *rows)]
        lines.append(one["title"])
        for row in [heads, *rows]:
            first, *others = (
                part.ljust(width) if number == 0 else part.rjust(width)
                for number, (part, width) in enumerate(zip(row, widths))
            )
            lines.append("  ".join([first, *others]).rstrip())
        lines.append("")
    lines += [f"- {sentence}" for sentence in content["findings"]]
    lines += [f"note: {note}" for note in content["notes"]]
    return "\n".join(lines)


def markdown(one, mark=""):
    """One table for the report; what was measured begins with the mark."""
    heads, rows = _cells(one, mark)
    rule = ["---"] + ["---:"] * (len(heads) - 1)
    return "\n".join("| " + " | ".join(part.replace("|", "\\|") for part in row) + " |" for row in [heads, rule, *rows])
