"""The modules of the package and who imports whom, read from the sources; `python tools/import_graph.py` draws the layers.

An import inside a function counts as one at the top of a file does. So does a module that a package names in a
string and loads when somebody asks for it. Imports for type checkers do not count.

A module without imports of the package has the height 0, any other one more than the highest that it imports.
"""

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "pytorch_c"
OPERATORS = "pytorch_c._ops"
EXTENSIONS = {"_core", "_native"}


def modules():
    """{"pytorch_c.nn.init": path} of all modules, the derived ones too."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def is_for_type_checkers(node):
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")


def running(node):
    """The nodes below one that can run: all but those under `if TYPE_CHECKING`."""
    for child in ast.iter_child_nodes(node):
        if is_for_type_checkers(child):
            for other in child.orelse:
                yield other
                yield from running(other)
        else:
            yield child
            yield from running(child)


def imported(node, package, known):
    """The modules that an import statement in a package names."""
    if isinstance(node, ast.Import):
        return {one.name for one in node.names}
    start = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
    origin = ".".join([*start, *([node.module] if node.module else [])])
    named = {f"{origin}.{one.name}" for one in node.names if one.name not in EXTENSIONS}
    return {full if full in known else full.rpartition(".")[0] for full in named}


def loaded_by_name(tree, package, known):
    """The modules that a package which calls import_module() names in strings."""
    if "import_module(" not in ast.unparse(tree):
        return set()
    texts = {node.value for node in running(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {full for text in texts for full in (f"{package}.{text.lstrip('.')}", f"{package}._{text}") if full in known}


def uses(path, package, known):
    """The modules of the package that one module imports, now or later."""
    tree = ast.parse(path.read_text())
    found = loaded_by_name(tree, package, known) if path.name == "__init__.py" else set()
    if package == OPERATORS and path.name == "__init__.py":  # the C extension loads them
        found |= {name for name in known if name.startswith(f"{OPERATORS}._")}
    for node in running(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            found |= imported(node, package, known)
    return found & known.keys()


def graph():
    """{module: the modules that it imports}"""
    known = modules()
    return {
        name: uses(path, name if path.name == "__init__.py" else name.rpartition(".")[0], known) - {name}
        for name, path in known.items()
    }


# ---- the picture ----


def heights(imports):
    """{module: its height}"""

    @cache
    def height(name):
        return 1 + max(map(height, imports[name]), default=-1)

    return {name: height(name) for name in imports}


def by_folder(imports):
    """[(folder of the package, heights of its modules)], the lowest first; modules beside the folders are one row."""
    found, folders = defaultdict(list), {path.name for path in PACKAGE.iterdir() if path.is_dir()}
    for name, height in heights(imports).items():
        part = (name.split(".") + [""])[1]
        found[part if part in folders else "other modules"].append(height)
    few = [one for one, levels in found.items() if len(levels) < 3 and one != "other modules"]
    for one in few:
        found["other modules"] += found.pop(one)
    return sorted(found.items(), key=lambda row: (median(row[1]), row[0]))


def draw():
    """Writes docs/pictures/layers.svg: a row for each folder, a square for the modules of one height."""
    import diagrams

    rows = by_folder(graph())
    highest = max(max(levels) for _, levels in rows)
    left, step, line = 150, min(18, 760 // (highest + 1)), 19
    width, height = left + step * (highest + 1) + 30, line * len(rows) + 62
    to = diagrams.Diagram(width, height, "The layers of the package: how high the modules of each folder stand")
    to.text(left, 18, "height 0: imports nothing of the package", anchor="start", size=11.5, color=diagrams.GREY)
    to.text(width - 30, 18, f"height {highest}", anchor="end", size=11.5, color=diagrams.GREY)
    for i, (folder, levels) in enumerate(rows):
        y = 30 + line * i
        to.text(left - 10, y + 13, folder, anchor="end", size=12)
        to.rule(left, width - 30, y + line, color="#e6e6e6", dashed=False)
        for level in sorted(set(levels)):
            to.bar(
                left + step * level, y + 2, step - 2, line - 4, str(levels.count(level)), diagrams.PALE, diagrams.BLUE
            )
    says = "the number of modules of each height, which is one more than that of the highest module that it imports"
    to.text(width / 2, height - 12, says, size=11.5, color=diagrams.GREY)
    to.write("layers.svg")


if __name__ == "__main__":
    draw()
