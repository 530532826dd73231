"""Compile functions that only compiled code calls: a start without a cache then takes a fraction of the time.

Numba makes each function that another one calls ready to be called from Python too: it generates wrappers and
machine code, and optimises it with everything it calls. Ours are inlined. So here they stay as they are, and
all is optimised and generated once, with the function that Python calls.
"""

from typing import Any

from llvmlite.binding import Linkage  # type: ignore[import-untyped]
from numba.core.codegen import CodeLibrary, JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering

NOT_NEEDED = {
    "AnnotateTypes",
    "DumpParforDiagnostics",
    "FindLiterallyCalls",
    "InlineClosureLikes",
    "InlineInlinables",
    "InlineOverloads",
    "LiteralPropagationSubPipelinePass",
    "LiteralUnroll",
    "MakeFunctionToJitFunction",
    "NopythonRewrites",
    "NoPythonSupportedFeatureValidation",
    "RewriteDynamicRaises",
    "RewriteSemanticConstants",
    "WithLifting",
}
"""Passes for what our functions do not have: closures, contexts, array expressions and the like."""


class NoCode(str):
    """Numba needs a builtin to know each function by: the method `format` of one of these.

    Called from Python, it raises a KeyError that says why.
    """

    __slots__ = ()


class InnerLibrary(JITCodeLibrary):
    """The code of one function, which is linked into others and never runs by itself."""

    def finalize(self) -> None:
        for library in self._linking_libraries:
            self._reload_init.update(library._reload_init)  # noqa: SLF001
        self._finalized = True

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout  # noqa: SLF001

    def _get_module_for_linking(self) -> Any:
        """This function with all that it calls, directly or not."""
        if self._shared_module is None:
            merged = self.own_module().clone()
            for library in self.callees():
                inner = isinstance(library, InnerLibrary)
                part = library.own_module() if inner else library._get_module_for_linking()  # noqa: SLF001
                merged.link_in(part, preserve=True)
            self._shared_module = merged
        return self._shared_module

    def own_module(self) -> Any:
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.external:
                function.linkage = "linkonce_odr"
        return self._final_module

    def callees(self) -> list[Any]:
        """The libraries of all functions that this one calls, directly or not."""
        found: dict[CodeLibrary, None] = {self: None}
        queue = [self]
        while queue:
            library = queue.pop()
            new = [one for one in library._linking_libraries if one not in found]  # noqa: SLF001
            found |= dict.fromkeys(new)
            queue += [one for one in new if isinstance(one, InnerLibrary)]
        return list(found)[1:]


@register_pass(mutates_CFG=True, analysis_only=False)  # type: ignore[no-untyped-call]
class InnerLowering(NativeLowering):
    """Gives the function as LLVM's code, without machine code."""

    _name = "inner_lowering"

    def run_pass(self, state: Any) -> bool:
        library: Any = InnerLibrary
        state.library = library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)  # type: ignore[no-untyped-call]
        state.library._ensure_finalized()  # noqa: SLF001
        lowered = state.cr
        entry = NoCode("{only compiled code can call this}").format
        state.targetctx.insert_user_function(entry, lowered.fndesc, [state.library])
        state.cr = lowered._replace(cfunc=entry)
        return True


class InnerCompiler(Compiler):
    def define_pipelines(self) -> list[Any]:
        [passes] = super().define_pipelines()  # type: ignore[no-untyped-call]
        passes.passes = [
            (InnerLowering if one is NativeLowering else one, what)
            for one, what in passes.passes
            if one.__name__ not in NOT_NEEDED
        ]
        passes._finalized = False  # noqa: SLF001 - it was, with other passes
        passes.finalize()
        return [passes]


INNER: Any = {
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "pipeline_class": InnerCompiler,
}
"""The options of functions that only compiled code calls."""
