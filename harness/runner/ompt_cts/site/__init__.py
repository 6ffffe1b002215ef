"""The web site: `ompt-cts site` puts it together from the documents and from the data."""
