"""Shared parts of the benchmark scripts: options, child processes in turns, statistics, tables, pictures."""
