"""The C library and the headers of C++ as a package of Conan 2, made of the folders beside this file: conan create .

A program finds libtorch as the C library does: in lib/../libtorch, or on LD_LIBRARY_PATH.
"""

from conan import ConanFile
from conan.tools.files import copy


class PytorchC(ConanFile):
    name = "pytorch_c"
    version = "@VERSION@"
    license = "MIT AND BSD-3-Clause"
    description = "libtorch as a flat C library, with headers for C++"
    package_type = "shared-library"
    settings = "os", "arch"
    exports_sources = "include/*", "lib/*", "share/*", "LICENSE"

    def validate(self):
        if str(self.settings.os) != "Linux" or str(self.settings.arch) != "x86_64":
            from conan.errors import ConanInvalidConfiguration

            raise ConanInvalidConfiguration("pytorch_c is built for Linux on x86-64")

    def package(self):
        copy(self, "*", self.source_folder, self.package_folder)

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "pytorch_c_cpp")
        self.cpp_info.set_property("cmake_target_name", "pytorch_c::cpp")
        self.cpp_info.libs = ["pytorch_c"]
        # The library knows where libtorch is; a linker need not.
        self.cpp_info.exelinkflags = ["-Wl,--allow-shlib-undefined"]
