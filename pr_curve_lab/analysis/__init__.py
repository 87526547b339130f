"""What a page asks of operating points beyond one area: differences, averages, other class balances, samples, ties."""
