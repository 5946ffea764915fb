"""How easily a release is seen through: what simple strategies without understanding solve or undo."""
