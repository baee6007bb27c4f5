"""Texts and files of solvers and dealing programs: deals, one a line, and what they are worth."""
