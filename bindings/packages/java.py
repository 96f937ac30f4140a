"""Java: a jar and its sources in the layout of a Maven repository."""

import shutil
import zipfile

from workshop import HERE, run


def jar(target, folder):
    """A jar of a folder's files, the same bytes for the same files."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as out:
        manifest = "Manifest-Version: 1.0\nAutomatic-Module-Name: pytorch_c\nEnable-Native-Access: ALL-UNNAMED\n"
        out.writestr(zipfile.ZipInfo("META-INF/MANIFEST.MF"), manifest)
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(str(path.relative_to(folder)))
                entry.compress_type = zipfile.ZIP_DEFLATED
                out.writestr(entry, path.read_bytes())
    return target


def make(shop):
    (_, javac), at = run.jdk(), HERE / "java"
    out = shop.shelf("maven") / "pytorch_c" / "pytorch_c" / shop.version
    out.mkdir(parents=True)
    name, sources, classes = (
        f"pytorch_c-{shop.version}",
        shop.fresh("make", "java", "sources"),
        shop.fresh("make", "java", "classes"),
    )
    shutil.copytree(at / "src", sources, dirs_exist_ok=True)
    shop.generated("java", sources)
    shop.run(*javac, "-nowarn", "-d", classes, *sources.rglob("*.java"))
    for folder in (sources, classes):
        shop.stamped(at / "pom.xml", folder / "META-INF" / "maven" / "pytorch_c" / "pytorch_c" / "pom.xml")
        shop.licence(folder / "META-INF")
    pom = shop.stamped(at / "pom.xml", out / f"{name}.pom")
    return [jar(out / f"{name}.jar", classes), jar(out / f"{name}-sources.jar", sources), pom]


def use(shop, made, folder):
    command, javac = run.jdk()
    shutil.copy(HERE / "java" / "tests" / "Mlp.java", folder)
    shop.run(*javac, "-nowarn", "-cp", made[0], "-d", folder, folder / "Mlp.java")
    start = [command, "--enable-native-access=ALL-UNNAMED", f"-Dpytorch_c.library={shop.library}"]
    return [*start, "-cp", f"{made[0]}:{folder}", "Mlp"]
