"""The program's own commands: serve the table, look after its games, count a sheet."""
