"""C++: headers with a CMake package, over the C library's own; and both as a package of Conan."""

import shutil

from workshop import HERE, archive, run

CONAN = HERE.parent / "build" / "bindings" / "conan" / "bin"  # where bindings/tools.sh installs it
PROJECT = """
cmake_minimum_required(VERSION 3.18)
project(first CXX)
find_package(pytorch_c_cpp {series} REQUIRED)
add_executable(mlp mlp.cc)
target_link_libraries(mlp pytorch_c::cpp)
"""


def make(shop):
    out, at = shop.shelf("cpp"), HERE / "cpp"
    folder = shop.fresh("make", "cpp", f"pytorch_c_cpp-{shop.version}")
    shutil.copytree(at / "include", folder / "include")
    for name, what in (("ops", "operators"), ("layers", "layers")):
        (folder / "include" / f"pytorch_c_{name}.hpp").write_text(shop.generated("cpp", what))
    config = folder / "lib" / "cmake" / "pytorch_c_cpp"
    shop.stamped(at / "package" / "pytorch_c_cpp-config.cmake", config / "pytorch_c_cpp-config.cmake")
    for name in ("pytorch_c-config-version.cmake", "VERSION"):  # the rule for versions is the C library's
        found = shop.prefix / "lib" / "cmake" / "pytorch_c" / name
        shutil.copy(found, config / name.replace("pytorch_c-", "pytorch_c_cpp-"))
    shop.licence(folder)
    return [archive(folder, out / f"{folder.name}.tar.gz"), recipe(shop, folder, out)]


def recipe(shop, headers, out):
    """The folder of a Conan package: the C library and the headers, beside the recipe."""
    folder = shop.fresh("make", "conan", f"pytorch_c-{shop.version}-conan")
    shutil.copytree(shop.prefix, folder, symlinks=True, dirs_exist_ok=True)
    (folder / "libtorch").unlink()
    shutil.copytree(headers / "include", folder / "include", dirs_exist_ok=True)
    shop.stamped(HERE / "cpp" / "package" / "conanfile.py", folder / "conanfile.py")
    return archive(folder, out / f"{folder.name}.tar.gz")


def use(shop, made, folder):
    run.need("cmake"), run.need("g++"), run.need("make")
    shutil.unpack_archive(made[0], folder)
    by_conan(shop, made[1], folder)
    return by_cmake(shop, folder / "project", f"{folder / made[0].name.removesuffix('.tar.gz')};{shop.prefix}")


def by_cmake(shop, project, prefix, *words):
    """The perceptron, compiled in an empty project that asks for the package."""
    project.mkdir()
    shutil.copy(HERE / "cpp" / "mlp.cc", project)
    series = shop.version.rpartition(".")[0]
    (project / "CMakeLists.txt").write_text(PROJECT.format(series=series))
    shop.run("cmake", f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_BUILD_TYPE=Release", *words, ".", folder=project)
    shop.run("make", "-s", folder=project)
    return [project / "mlp"]


def by_conan(shop, recipe, folder):
    """The recipe in a cache of its own, where Conan is installed; its program must start."""
    conan = shutil.which("conan") or shutil.which("conan", path=str(CONAN))
    if not conan:
        print("C++: no conan (make bindings-tools), so its recipe was not run", flush=True)
        return
    shop.environment["CONAN_HOME"] = str(folder / "conan")
    shop.run(conan, "profile", "detect")
    shutil.unpack_archive(recipe, folder)
    shop.run(conan, "create", ".", folder=folder / recipe.name.removesuffix(".tar.gz"))
    project = folder / "by_conan"
    wanted = [
        "install",
        f"--requires=pytorch_c/{shop.version}",
        "--no-remote",
        "-g",
        "CMakeDeps",
        "-of",
        folder / "found",
    ]
    shop.run(conan, *wanted)
    program = by_cmake(shop, project, folder / "found")
    libtorch = shop.prefix / "libtorch" / "lib"
    shop.run(*program, shop.build / "data", LD_LIBRARY_PATH=str(libtorch))
