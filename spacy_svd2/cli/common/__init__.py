"""What the commands of both wings share."""
