"""What the tables of NumPy's functions say of a call that they have not."""

from __future__ import annotations


class NotHere(Exception):
    """An argument of NumPy's function that our operators have not: conversion, or NotImplemented, follows."""
