"""The web site: `ompt-cts dev site` puts it together from the documents and from the data."""
