"""What every page carries: style, the line that names the data, and problems."""
