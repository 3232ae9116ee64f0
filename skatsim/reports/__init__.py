"""Floor 6: what results say -- counted in one pass (`frames`), as text (`text`) and as a page (`page`)."""
