// Package ir is the graph in which a model is described once.
//
// A module has dimensions, functions and a main graph. A graph is a list of
// nodes in topological order; every value is assigned once and has a type:
// floats in rows and columns, or one column of indices. Row counts are
// symbols (particles, edges), so that one graph serves every system and
// every batch; widths are numbers.
//
// One table row defines an operator: its arity and attributes, its shape
// rule, its float64 evaluation, its gradient as more graph, its ONNX form
// and the sample inputs from which every backend is tested. From that table
// follow the verifier, the text form, the interpreter (Eval), the gradients
// (Gradient) and the passes (Optimize). A lowered operator, which a runtime
// puts in the place of several, says in operators of the table what it means;
// its shape rule and evaluation follow from that.
//
// # Rows
//
// A batch is a concatenation of systems, so no operator may let a row see another
// system. The only way between rows are indices, which stay inside a system by how
// batches are made, groups of neighbours, and sums into parameter gradients and the
// loss. Verify names a node that breaks this.
//
// # Text form
//
//	module example
//	rows particles
//	count neighbors
//	rows edges = particles * neighbors
//
//	func @pull(%x: float[particles,3], %senders: index<particles>[edges]) {
//	  %far = gather %x, %senders : float[edges,3]
//	  %sum = sum_groups %far {count=neighbors} : float[particles,3]
//	  return sum=%sum
//	}
//
//	main(%x: float[particles,3], %senders: index<particles>[edges], param %w: float[3,3]) {
//	  %pull/sum = call @pull %x, %senders {scope=pull} : float[particles,3]
//	  %y = matmul %pull/sum, %w {transpose_x=false, transpose_y=false} : float[particles,3]
//	  return y=%y
//	}
//
// Print writes it and Parse reads it back to the same module.
package ir
