"""The command `prlab`: what the pages show, in a shell."""
