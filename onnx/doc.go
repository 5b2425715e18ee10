// Package onnx implements the ONNX file format: the one reader of its wire encoding, the
// declarations of a file, the one table of operators, and a check of a file's structure. Package
// onnxpb below it has the messages for writers.
//
// # Reading
//
// A file may come from anywhere. EachField visits the fields of an
// encoded message and builds nothing: what a message of a few bytes unpacks
// to may be a hundred times as large. Read takes a file apart into what it
// says around its graph and the encoded graph; EachRecord visits the nodes,
// initializers, inputs or outputs of that; ReadNode, ReadAttribute,
// ReadTensor and ReadDeclaration read one of them. Numbers of tensors stay
// where they are in the file. Memory is in proportion to the bytes read,
// whatever they claim, and no bytes panic.
//
// Model.Inlined puts functions in the place of their calls, within bounds.
//
// A field of another wire type than the standard gives it makes a file
// damaged; fields that this package has no name for are left to the caller.
//
// # Operators
//
// Operators has a row for every operator that files of ours use or that
// runtime/onnxgo runs, and says which of them, in which form, ours use.
package onnx
