// Package onnxruntime runs ONNX models in Microsoft's onnxruntime.
//
// The native library is not part of the program: it is looked for on the
// machine. The binding needs cgo; in a program built without it everything
// here compiles, Doctor still looks, and Open returns an error that says so.
//
// Official builds of the library send usage data to its maker by default; here
// that is turned off, unless the user has set ORT_DISABLE_TELEMETRY.
package onnxruntime

import "fmt"

// Status says whether models can run here, for people to read.
type Status struct {
	Cgo     bool    // whether the program was built with cgo
	Library Library // the library that was found; its Path is "" if there is none
	Err     error   // why no model can run; nil if models can
}

// Doctor looks for the library, loads it and reports how that went.
func Doctor() Status {
	library, err := load()
	return Status{Cgo: withCgo, Library: library, Err: err}
}

// Available returns nil if models can run here. Otherwise the error says what is missing and
// how to get it.
func Available() error {
	_, err := load()
	return err
}

// String returns one line, such as "1.30.0 in /usr/lib/libonnxruntime.so.1 (system library
// path)".
func (s Status) String() string {
	switch {
	case s.Err == nil:
		return s.Library.String()
	case s.Library.Path != "":
		return fmt.Sprintf("%s cannot be used: %v", s.Library, s.Err)
	default:
		return s.Err.Error()
	}
}
