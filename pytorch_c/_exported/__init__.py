"""A reader of our own for archives of `torch.export.save`: it runs nothing of the file but the operators of its graph."""

from .exported_program import ExportedProgram, load
from .graph_signature import ExportGraphSignature

__all__ = ["ExportGraphSignature", "ExportedProgram", "load"]
