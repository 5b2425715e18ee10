//go:build !mpi

package commandline

// shareFlags are those of a program that knows MPI: here none.
type shareFlags struct{}

func (shareFlags) eachReads() bool { return false }
