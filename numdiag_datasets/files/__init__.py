"""Files of others: reading them, whatever they hold, and writing without losing any."""
