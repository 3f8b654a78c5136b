"""View models: what a template may see of a game, frozen. The one place where secrets are removed (T8)."""
