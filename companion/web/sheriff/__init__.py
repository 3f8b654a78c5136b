"""The pages of Sheriff of Nottingham, a module a subject: its form, what it shows, its addresses."""
