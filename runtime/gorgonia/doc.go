// Package gorgonia runs and trains a module through Gorgonia.
//
// At every level Gorgonia holds a graph, is asked for its derivative, runs
// it on a tape and steps a gorgonia.Solver. The levels differ in what the
// nodes of that graph are.
//
// At O0 every operator of the IR becomes stock Gorgonia operators and
// Gorgonia differentiates each of them: slow, and an oracle whose gradients
// owe nothing to ours. Rows and columns are broadcast, added up, and picked
// by products with matrices of ones and zeros, since Gorgonia's Reshape,
// Repeat, Slice and Sum share storage or lose axes of extent 1. Five
// operators are our own because stock ones are missing or broken, each with
// its derivative: scatter_add, select, concat, columns and pad.
//
// What depends on indices, sizes and constants alone is computed by the
// IR's own evaluation before the tape runs, and bound as inputs. Shapes are
// static in Gorgonia, so each set of sizes has a graph and a tape of its
// own, of which the last few are kept; the parameters and the solver are
// shared between them. Values without rows (the edges of a single particle)
// do not exist on the tape; sums over them are zeros.
package gorgonia
