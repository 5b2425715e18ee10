// Package mpi provides the ranks of a program that was started by MPI, with mpirun or srun. It
// knows MPI where the program is built with the tag mpi, by a compiler that finds mpi.h:
//
//	CC=mpicc go build -tags mpi ./cmd/gmnc
//
// Without the tag, and where no launcher started the program, it is alone.
//
// The binding is what is used of mpi.h and no more. Sums are not MPI's:
// MPI_Reduce_scatter and MPI_Allreduce add up in an order that depends on the
// number of ranks. Lanes go to the rank that adds them up by MPI_Isend and
// MPI_Irecv, out of and into the lanes themselves, and sums come back by
// MPI_Allgatherv.
package mpi
