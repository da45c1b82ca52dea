"""Reports as HTML files that need nothing beside themselves."""
