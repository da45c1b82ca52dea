"""The report page on word senses."""
