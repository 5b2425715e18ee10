// Package emit builds the graphs of ONNX files: nodes, constants, names and weights.
package emit
