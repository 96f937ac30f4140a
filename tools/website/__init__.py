"""The site of the project: staged pages, the references of Python and C, and checks of the result."""
