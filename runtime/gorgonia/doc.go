// Package gorgonia runs and trains a module through Gorgonia.
//
// At every level Gorgonia holds a graph, computes its derivative, runs
// it on a tape and steps a gorgonia.Solver. The levels differ in what the
// nodes of that graph are.
//
// At O0 every operator of the IR becomes stock Gorgonia operators and
// Gorgonia differentiates each of them. That is slow, but it is an oracle
// whose gradients do not depend on ours. Rows and columns are broadcast, added up, and selected
// by products with matrices of ones and zeros, since Gorgonia's Reshape,
// Repeat, Slice and Sum share storage or lose axes of extent 1. A few
// operators of our own, each with its derivative, do what stock ones lack or
// do wrong: those that move rows and columns (rows.go) and products of many small
// matrices (batched.go).
//
// At O1 every node of the IR is one operator of ours, run over the whole
// batch by its kernel of the native runtime, one after the other. Gorgonia
// walks the graph backwards and adds up; the derivative of each node is the
// IR's, whose nodes become operators in the same way. So a wrong number at
// O1 is due to a kernel or a gradient, and one at O2 alone to a region.
//
// At O2 everything from the inputs to the loss is one operator, a region
// run by the native runtime. Batches are bound outside of the graph, and the
// tape returns the gradients in the memory of the region.
//
// At O0 and O1, values that depend on indices, sizes and constants alone are
// computed by the IR's own evaluation before the tape runs, and bound as
// inputs. Shapes are static in Gorgonia, so each set of sizes has graphs
// and tapes of its own, of which the last few are kept; the parameters and
// the solver are shared between them. A long module has several tapes, one
// after another, unless it has gradients. Values without rows (the edges of a
// single particle) do not exist on the tape; sums over them are zeros.
package gorgonia
