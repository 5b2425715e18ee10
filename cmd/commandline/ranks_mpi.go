//go:build mpi

package commandline

// shareFlags holds the flags of a program that was built with MPI.
type shareFlags struct {
	EachReads bool `help:"With several ranks, let each read the data set itself, from a shared file system. Otherwise the first rank reads it and sends it to the others."`
}

func (f shareFlags) eachReads() bool { return f.EachReads }
