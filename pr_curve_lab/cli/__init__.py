"""The command `prlab`, which prints in a shell what the pages show."""
