"""Cat and mouse from end to end: published runs made again, exact answers, ways to a policy compared."""
