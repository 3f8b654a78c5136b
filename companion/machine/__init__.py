"""The machine underneath: its network, disk and clocks, the data folder and the secret key."""
