"""Encodings that several formats share. All of them limit what a small input can grow to."""
