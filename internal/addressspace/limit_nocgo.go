//go:build linux && !cgo

// Package addressspace ends the program with a one-line message if its address space is limited
// (RLIMIT_AS) too far.
package addressspace

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// Without cgo, no code runs before the Go runtime starts, which reserves 512 MB if they fit.
// Below least megabytes, too little is then left, and some commands end in stack traces.
const megabyte, least = 1_000_000, 1900

func init() {
	var now unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_AS, &now) == nil && now.Cur < least*megabyte {
		fmt.Fprintf(os.Stderr, "gmnc: the address space is limited to %d MB (ulimit -v), and the program needs %d MB at least: raise the limit\n", now.Cur/megabyte, least)
		os.Exit(1)
	}
}
