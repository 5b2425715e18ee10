//go:build !linux

package kernels

// amxAllowed reports whether products may use tiles of AMX: on Linux alone, since
// nothing of it was tried elsewhere.
func amxAllowed() bool { return false }
