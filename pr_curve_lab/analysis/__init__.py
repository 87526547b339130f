"""What pages compute from operating points: areas, differences, averages, other class balances, intervals and ties."""
