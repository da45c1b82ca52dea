"""What the project files run: data sets to corpus files, and pictures of the pages."""
