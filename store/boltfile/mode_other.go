//go:build !unix

package boltfile

import "log/slog"

// closeDir does nothing: the directory has the rights that it inherits.
func closeDir(string, *slog.Logger) {}

// GiveToOwner does nothing: what is made in the directory inherits its rights.
func GiveToOwner(string) error { return nil }
