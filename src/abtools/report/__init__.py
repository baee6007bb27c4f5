"""What results look like: tables, score sheets, JSON, CSV. Everything here returns text."""
