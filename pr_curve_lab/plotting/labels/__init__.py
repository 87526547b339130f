"""Words in pictures: where each finds room, so that none covers another word or what the picture shows."""
