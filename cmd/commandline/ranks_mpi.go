//go:build mpi

package commandline

// shareFlags are the flags of a program that knows MPI.
type shareFlags struct {
	EachReads bool `help:"On several ranks, each reads the data set itself, from a file system that all see; otherwise the first reads it and sends it."`
}

func (f shareFlags) eachReads() bool { return f.EachReads }
