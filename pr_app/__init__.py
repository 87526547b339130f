"""The workshop round the numbers: files in, words and charts out."""
