"""What lessons are made of: scenes and steps, what a scene shows of its data, and every number of it."""
