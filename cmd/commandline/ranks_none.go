//go:build !mpi

package commandline

// shareFlags holds the flags of a program that was built with MPI. This program has none of
// them.
type shareFlags struct{}

func (shareFlags) eachReads() bool { return false }
