"""What both wings stand on: artifacts, files, the component base, look-ups and pages."""
