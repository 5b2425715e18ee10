//go:build !cgo

package onnxruntime

import (
	"errors"
	"sync"

	"gmnc/runtime"
)

const withCgo = false

var errNoCgo = errors.New("this program was built without cgo, which onnxruntime needs: " +
	"build it with CGO_ENABLED=1 and a C compiler, or choose another runtime")

// load finds the library once, so that Doctor can report it. Its error is that cgo is missing.
var load = sync.OnceValues(func() (Library, error) {
	library, _ := find()
	return library, errNoCgo
})

// Open returns an error: the program was built without cgo.
func Open([]byte) (runtime.Session, error) { return nil, errNoCgo }

// OpenThreads returns an error: the program was built without cgo.
func OpenThreads([]byte, int) (runtime.Session, error) { return nil, errNoCgo }
