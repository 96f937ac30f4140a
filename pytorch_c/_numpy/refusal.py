"""Errors for calls of NumPy that the tables do not have."""

from __future__ import annotations


class NotHere(Exception):
    """An argument of NumPy's function that our operators have not: conversion, or NotImplemented, follows."""
