// Package onnxpb holds the ONNX file format's messages (IR version 8),
// generated from onnx.proto by protoc-gen-go.
//
// To renew: change onnx.proto, install protoc (any 3.x or newer) and run
// go generate. The generator is built at the version that go.mod pins for
// google.golang.org/protobuf. Messages and files are registered as
// "gmnc.onnx" and "onnx/onnxpb/onnx.proto", so that a program may also link
// github.com/owulveryck/onnx-go, which registers "onnx".
package onnxpb

//go:generate go build -o protoc-gen-go google.golang.org/protobuf/cmd/protoc-gen-go
//go:generate protoc --proto_path=../.. --plugin=protoc-gen-go=./protoc-gen-go --go_out=../.. --go_opt=paths=source_relative onnx/onnxpb/onnx.proto
//go:generate rm protoc-gen-go
