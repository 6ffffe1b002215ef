"""The web site: `ompt-cts dev site` makes it from the documents and the data."""
