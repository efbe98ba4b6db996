"""Build hook: compiles the modules that read a page into native code, where a C compiler is at hand.

The compiled modules do what their Python files do, in about half the time. Without a compiler, and in an
editable install, the wheel holds the Python files alone and all works as well. The environment variable
`STATCHUNK_BUILD` says more: with "pure" nothing is compiled, with "compiled" a failure to compile is an error.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

GROUP = "statchunk"
"""Names the shared library that the compiled modules load."""
TYPE_CHECK = "[mypy]\nignore_missing_imports = True\nignore_errors = True\nno_site_packages = True\n"
"""The strict check of types is a step of the tests; here the dependencies are not installed and go untyped."""

GUARDS = ["-Wmaybe-uninitialized", "-Werror=maybe-uninitialized"]
"""mypyc 2.4 mistranslates some conditional expressions into code that gives up an object which it does not hold yet:
where the C compiler sees that, the build is refused."""
DIRECT_CALLS = ["-fno-plt", "-fvisibility=hidden"]
"""Save a jump at each call into Python, and one at each call from module to module."""


class CompileHook(BuildHookInterface[Any]):
    """Adds compiled modules to a wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and have the wheel include what came out."""
        wanted = os.environ.get("STATCHUNK_BUILD", "")
        if version == "editable" or wanted == "pure":
            return
        root = Path(self.root)
        self._scratch = Path(tempfile.mkdtemp(prefix="statchunk-build-"))
        left_out = {path for pattern in self.config["interpreted"] for path in root.glob(pattern)}
        modules = [
            str(path.relative_to(root))
            for pattern in self.config["compiled"]
            for path in sorted(root.glob(pattern))
            if path not in left_out
        ]
        done = subprocess.run(
            [sys.executable, __file__, str(self._scratch), *modules], cwd=root, capture_output=True, text=True
        )
        if done.returncode != 0:
            said = "\n".join((done.stdout + done.stderr).splitlines()[-5:])
            if wanted == "compiled":
                raise RuntimeError(f"the modules could not be compiled:\n{said}")
            self.app.display_warning(f"statchunk is built without compiled modules, which read faster:\n{said}")
            return
        library = self._scratch / "lib"
        for path in sorted(library.rglob("*")):
            if path.is_file():
                build_data["force_include"][str(path)] = str(path.relative_to(library))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what the compiler left."""
        if hasattr(self, "_scratch"):
            shutil.rmtree(self._scratch, ignore_errors=True)


def compile_modules(scratch: Path, modules: list[str]) -> None:
    """Compile modules, paths from the working directory of Python files or of C files, into `scratch/lib`.

    Raises:
        SystemExit: where a module cannot be translated.
        setuptools.errors.CompileError: where the C compiler is absent or fails.
    """
    from mypyc.build import mypycify
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    config = scratch / "mypy.ini"
    config.write_text(TYPE_CHECK, encoding="utf-8")
    extensions = mypycify(
        [f"--config-file={config}", *(path for path in modules if not path.endswith(".c"))],
        opt_level="2",
        debug_level="0",
        multi_file=True,
        target_dir=str(scratch / "c"),
        group_name=GROUP,
    )
    for path in modules:
        if path.endswith(".c"):
            extensions.append(Extension(path.removesuffix(".c").replace(os.sep, "."), [path]))
    if os.name == "posix":
        for extension in extensions:
            extension.extra_compile_args += GUARDS + DIRECT_CALLS
    command = build_ext(Distribution({"ext_modules": extensions}))
    command.build_lib, command.build_temp = str(scratch / "lib"), str(scratch / "objects")
    command.parallel = os.cpu_count()
    command.ensure_finalized()
    command.run()


if __name__ == "__main__":
    compile_modules(Path(sys.argv[1]), sys.argv[2:])
