"""The pages of Nottingham (2006), a module a subject: its form, what it shows, its addresses."""
