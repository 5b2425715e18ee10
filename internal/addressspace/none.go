//go:build !linux

// Package addressspace lets the program run where its address space is limited, on Linux;
// elsewhere it does nothing.
package addressspace
