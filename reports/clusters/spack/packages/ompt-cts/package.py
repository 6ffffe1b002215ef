try:  # since Spack 1.0 the build systems are in the repository of packages
    from spack_repo.builtin.build_systems.cmake import CMakePackage, generator
except ImportError:
    pass  # Spack 0.22 and 0.23 have them in what follows
from spack.package import *


class OmptCts(CMakePackage):
    """Conformance suite for OMPT, the OpenMP Tools interface: judges an OpenMP runtime's callbacks,
    entry points and trace records against the specification."""

    homepage = "https://example.org/OWNER/ompt-cts"
    git = "https://example.org/OWNER/ompt-cts.git"

    license("Apache-2.0 WITH LLVM-exception")

    version("main", branch="main")

    variant("llvm", default=True, description="With an LLVM whose runtime is judged")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("cli11", type="build")
    depends_on("nlohmann-json", type="build")
    depends_on("fmt@9:", type=("build", "link"))
    depends_on("elfutils", type=("build", "link"))
    depends_on("python@3.11:", type=("build", "run"))
    depends_on("py-rich@13.9:", type="run")
    depends_on("py-jinja2@3.1:", type="run")
    depends_on("py-jsonschema@4.23:", type="run")
    depends_on("py-msgspec@0.19:", type="run")
    depends_on("py-lit@18:", type="run")
    depends_on("binutils", type="run")
    depends_on("llvm@19: +clang openmp=runtime", type="run", when="+llvm")

    generator("ninja")

    def cmake_args(self):
        return [self.define("CTS_TESTS", False), self.define("CTS_BENCHMARKS", False)]

    def setup_run_environment(self, env):
        # With the packages that Spack puts into its environment.
        env.set("OMPT_CTS_PYTHON", self.spec["python"].command.path)

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def check_install(self):
        Executable(self.prefix.bin.join("ompt-cts"))("--version")
