"""What the project files run: data sets to corpus files, the simulated hour, and pictures of the pages."""
