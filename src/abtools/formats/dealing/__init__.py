"""Files of dealing machines: the cards of a set of boards, and little else."""
