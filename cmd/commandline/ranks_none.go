//go:build !mpi

package commandline

// shareFlags are the flags of a program that knows MPI: here none.
type shareFlags struct{}

func (shareFlags) eachReads() bool { return false }
