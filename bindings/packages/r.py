"""R: a source package, which R CMD check passes but for notes."""

import re
import shutil

from workshop import HERE, run

FILES = {
    "configure": "configure",
    "cleanup": "cleanup",
    "Makevars.in": "src/Makevars.in",
    "install.libs.R": "src/install.libs.R",
    "zzz.R": "R/zzz.R",
    "first.R": "tests/first.R",
}
PAGE = """\\name{{pytorchc}}
\\docType{{package}}
{aliases}
\\title{{libtorch over a flat C library}}
\\description{{All operators are functions of the environment \\code{{torch}}, each of their overloads one of \\code{{forms}}.
A tensor is closed by R's collector, or by \\code{{torch_close}} at once.}}
\\section{{Functions}}{{\\describe{{
{items}
}}}}
"""


def make(shop):
    command, out, folder = run.need("R"), shop.shelf("r"), shop.fresh("make", "r", "pytorchc")
    at, code = HERE / "r", folder / "R"
    for name in ("R", "src", "man", "inst"):
        (folder / name).mkdir()
    for path in at.glob("pytorch_c*.R"):
        shutil.copy(path, code)
    shop.generated("r", code)
    parts = sorted(path.stem for path in at.glob("ptc*.c"))
    for path in (*at.glob("ptc*.[ch]"), at / "load.c"):
        shutil.copy(path, folder / "src")
    for name, target in FILES.items():
        shop.stamped(at / "package" / name, folder / target, PARTS=" ".join(f"{part}.o" for part in parts))
    for name in ("configure", "cleanup"):
        (folder / name).chmod(0o755)
    described(shop, folder, at)
    shop.run(command, "CMD", "build", "--no-manual", folder, folder=out)
    return list(out.glob("*.tar.gz"))


def described(shop, folder, at):
    """DESCRIPTION, NAMESPACE, LICENSE and the page, of what the code defines."""
    first = [f"pytorch_c{part}.R" for part in ("_enums", "", "_ops", "_nn", "_layers")]
    files = first + sorted(path.name for path in (folder / "R").iterdir() if path.name not in first)
    shop.stamped(at / "package" / "DESCRIPTION", folder / "DESCRIPTION", FILES=" ".join(f"'{one}'" for one in files))
    written = [path for path in sorted(at.glob("pytorch_c*.R"))]
    text = "\n".join(path.read_text() for path in written)
    names = re.findall(r"^((?:torch|nn)(?:_\w+)?|forms|is_\w+|no_grad|inference_mode) <- ", text, re.M)
    methods = re.findall(r"^`?([\w$<.-]+?)\.((?:torch|nn)_\w+)`? <- ", text, re.M)
    lines = [f"export({name})" for name in names] + [f'S3method("{one}", {kind})' for one, kind in methods]
    (folder / "NAMESPACE").write_text("\n".join(lines) + "\n")
    (folder / "man" / "pytorchc.Rd").write_text(page(names, text))
    licence = (shop.prefix / "LICENSE").read_text()
    (folder / "inst" / "LICENSES").write_text(licence)
    year, holder = re.search(r"Copyright \(c\) (\d+) (.*)", licence).groups()
    (folder / "LICENSE").write_text(f"YEAR: {year}\nCOPYRIGHT HOLDER: {holder}\n")


def page(names, text):
    """The page of the package: each function with the comment above it."""
    items = []
    for name in dict.fromkeys(names):
        comment, given = re.search(rf"((?:^#.*\n)*)^{name} <- (?:function(\(.*?\)) )?", text, re.M).groups()
        said = " ".join(line.lstrip("# ") for line in comment.splitlines() if not line.startswith("# ----"))
        call = f"{name}{given or ''}"
        items.append(f"  \\item{{\\code{{{escaped(call)}}}}}{{{escaped(said)}}}")
    aliases = "\n".join(f"\\alias{{{name}}}" for name in dict.fromkeys(["pytorchc", *names]))
    return PAGE.format(aliases=aliases, items="\n".join(items))


def escaped(text):
    return re.sub(r"([%{}\\])", r"\\\1", text)


def use(shop, made, folder):
    command, script = run.need("R"), run.need("Rscript")
    quiet = {
        "_R_CHECK_FORCE_SUGGESTS_": "false",
        "R_LIBS_USER": str(folder),
        "R_REPOSITORIES": "NULL",
        "_R_CHECK_CRAN_INCOMING_": "false",
    }
    # A failed check says where it keeps what it found.
    said = shop.run(command, "CMD", "check", "--no-manual", made[0], folder=folder, **quiet)
    status = re.search(r"^Status: (.*)$", said, re.M)[1]
    if "ERROR" in status or "WARNING" in status:
        raise RuntimeError(said)
    print(f"R: R CMD check: {status}", flush=True)
    shop.run(command, "CMD", "INSTALL", f"--library={folder}", made[0])
    source = (HERE / "r" / "mlp.R").read_text().replace('source("pytorch_c.R")', "library(pytorchc)")
    (folder / "mlp.R").write_text(source)
    return ["env", f"R_LIBS_USER={folder}", script, folder / "mlp.R"]
