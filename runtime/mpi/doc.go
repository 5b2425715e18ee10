// Package mpi provides the ranks of a program that was started by MPI, with mpirun or srun. It
// uses MPI if the program is built with the tag mpi, by a compiler that finds mpi.h:
//
//	CC=mpicc go build -tags mpi ./cmd/gmnc
//
// Without the tag, or without a launcher, the program is the only rank.
//
// The binding covers only the functions of mpi.h that are used. Sums are not MPI's:
// MPI_Reduce_scatter and MPI_Allreduce add up in an order that depends on the
// number of ranks. Lanes are sent to the rank that adds them up by MPI_Isend and
// MPI_Irecv, which read and write the lanes themselves, and the sums come back
// by MPI_Allgatherv.
package mpi
