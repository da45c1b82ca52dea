"""Pages for people: one self-contained HTML file each, which works from disk and asks no network for anything."""
