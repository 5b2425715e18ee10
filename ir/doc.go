// Package ir defines the graph in which each model is written, once for all engines.
//
// A module has dimensions, functions and a main graph. A graph is a list of
// nodes in topological order; every value is assigned once and has a type:
// floats in rows and columns, or one column of indices. Row counts are
// symbols (particles, edges), so that one graph serves every system and
// every batch; widths are numbers.
//
// One table row defines an operator: its arity and attributes, its shape rule, its float64
// evaluation, its gradient as graph, its ONNX form, and the sample inputs with which every backend
// is tested. The verifier, the text form, the interpreter (Eval), the gradients (Gradient) and the
// passes (Optimize) are derived from that table. A lowered operator, by which a runtime replaces
// several operators, defines its meaning in operators of the table; its shape rule and evaluation
// are derived from that.
//
// # Rows
//
// A batch is a concatenation of systems, so no operator may let a row depend on another system.
// Rows can only be connected by indices, which stay inside a system because of how batches are
// made, by groups of neighbors, and by sums into parameter gradients and the loss. Verify names a
// node that breaks this rule.
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
