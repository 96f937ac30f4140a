"""What the benchmark scripts share: options, child processes in turns, statistics, tables, pictures."""
