// Package runtime holds the interfaces behind which every engine runs and
// trains a model: Session and Trainer, the Batch that both take, and Engine, a
// row of the table of engines. Each engine lives in a folder below and is the
// only place that sees its library; package engines has the table.
package runtime

import (
	"errors"
	"fmt"
)

// Tensor is a dense, row-major array. Exactly one of Float and Index is set, and its length is
// the product of Shape, which is 1 for an empty Shape.
type Tensor struct {
	Shape []int
	Float []float32
	Index []int64
}

// Session is a loaded model. Run takes every input by name and returns
// every output by name. It is safe for concurrent use, keeps no reference
// to the batch, and never panics on bad input: a missing input, a wrong
// shape or an index out of its system is an error that names the input.
// After Close, Run returns ErrClosed. Closing again does nothing.
type Session interface {
	Run(Batch) (map[string]Tensor, error)
	Close() error
}

// ErrClosed is the error of a Session that runs after it was closed.
var ErrClosed = errors.New("the session is closed: open the model again")

// ErrMemory is in the error of a Session whose engine got less memory than it needs. The cause
// is the machine or a limit, not the model.
var ErrMemory = errors.New("there is too little memory: raise the limit (ulimit -v, or that of the container or job), or set GOMAXPROCS=1, which takes less")

// Floats returns a float tensor over data, which it does not copy.
func Floats(data []float32, shape ...int) Tensor { return Tensor{Shape: shape, Float: data} }

// Indices returns an index tensor over data, which it does not copy.
func Indices(data []int64, shape ...int) Tensor { return Tensor{Shape: shape, Index: data} }

// Size returns the number of elements of the Shape.
func (t Tensor) Size() int {
	size := 1
	for _, extent := range t.Shape {
		size *= extent
	}
	return size
}

// Check reports a tensor whose data does not fill its shape.
func (t Tensor) Check() error {
	if t.Float != nil && t.Index != nil {
		return fmt.Errorf("tensor of shape %v holds both floats and indices", t.Shape)
	}
	if have := len(t.Float) + len(t.Index); have != t.Size() {
		return fmt.Errorf("tensor of shape %v needs %d elements and holds %d", t.Shape, t.Size(), have)
	}
	return nil
}
