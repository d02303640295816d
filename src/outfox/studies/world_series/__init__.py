"""The World Series bet from end to end: exact stakes, hill climbing beside them, a report."""
