//go:build !linux || !cgo

// Package addressspace lets the program run where its address space is limited, on Linux and with
// cgo; elsewhere it does nothing.
package addressspace
