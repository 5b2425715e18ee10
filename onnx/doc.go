// Package onnx implements the ONNX file format. It has the only reader of the wire encoding, the
// declarations of a file, the only table of operators, and a check of a file's structure. Package
// onnxpb below it has the messages for writers.
//
// # Reading
//
// A file may come from anywhere. EachField visits the fields of an encoded message and builds
// nothing, because a message of a few bytes may unpack to a hundred times its size. Read separates
// the content of a file outside its graph from the encoded graph. EachRecord visits the nodes,
// initializers, inputs or outputs of the graph. ReadNode, ReadAttribute, ReadTensor and
// ReadDeclaration each read one of these. Numbers of tensors stay where they are in the file.
// Memory is proportional to the bytes read, whatever they claim, and no bytes cause a panic.
//
// Model.Inlined replaces calls by the nodes of functions, within bounds.
//
// A field whose wire type is not that of the standard makes a file damaged. Fields for which this
// package has no name are left to the caller.
//
// # Operators
//
// Operators has a row for every operator that gmnc's files use or that runtime/onnxgo runs, and
// says which of them, and in which form, gmnc's files use.
package onnx
