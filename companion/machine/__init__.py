"""What is asked of the machine underneath: its network, its disk, its clocks, the data folder and the key."""
