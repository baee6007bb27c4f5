"""Records of bridge: read, check, score under the laws of any day, solve and convert them."""

__version__ = "0.1.0"
