"""What a request knows: whose phone asks, what it may do, which table it means."""
