//go:build cgo

package onnxruntime

import (
	"crypto/sha256"
	"fmt"
	"reflect"
	goruntime "runtime"
	"sync"

	ort "github.com/yalue/onnxruntime_go"

	"gmnc/onnx"
	"gmnc/runtime"
)

// Open loads an ONNX model whose inputs and outputs are float32 and int64
// tensors. Every run uses one thread; run chunks of a batch on several
// goroutines for more. Opening the same bytes again is cheap: the native
// session is shared until the last Session on it is closed.
//
// Errors: no usable library (see Available), bytes that are no model, a model
// that onnxruntime refuses under strict shape inference.
func Open(model []byte) (runtime.Session, error) { return OpenThreads(model, 1) }

// OpenThreads opens a session as Open does, but divides each run among several threads.
func OpenThreads(model []byte, threads int) (runtime.Session, error) {
	if err := Available(); err != nil {
		return nil, err
	}
	shared, err := acquire(key{sha256.Sum256(model), threads}, model)
	if err != nil {
		return nil, err
	}
	return &session{shared: shared}, nil
}

// session is one user's reference to a native session.
type session struct {
	running sync.RWMutex // read while running, written to close
	shared  *native      // nil once closed
}

// Run implements runtime.Session. Axes of the same name must have the same size in all inputs.
func (s *session) Run(batch runtime.Batch) (map[string]runtime.Tensor, error) {
	s.running.RLock()
	defer s.running.RUnlock()
	if s.shared == nil {
		return nil, runtime.ErrClosed
	}
	return s.shared.run(batch.Inputs)
}

// Close implements runtime.Session. It waits for runs to end. Closing again does nothing.
func (s *session) Close() error {
	s.running.Lock()
	defer s.running.Unlock()
	if s.shared == nil {
		return nil
	}
	shared := s.shared
	s.shared = nil
	return shared.release()
}

func (n *native) run(inputs map[string]runtime.Tensor) (map[string]runtime.Tensor, error) {
	if err := n.signature.check(inputs); err != nil {
		return nil, err
	}
	given, err := n.given(inputs)
	defer destroy(given)
	if err != nil {
		return nil, err
	}
	wanted, err := n.wanted()
	defer destroy(wanted)
	if err != nil {
		return nil, err
	}
	err = n.session.Run(given, wanted)
	// The library holds plain pointers into the inputs' Go memory, which the
	// garbage collector does not see.
	goruntime.KeepAlive(given)
	if err != nil {
		return nil, ofMemory(err)
	}
	return n.results(wanted)
}

// given returns the inputs as native tensors, in the model's order.
func (n *native) given(inputs map[string]runtime.Tensor) ([]ort.Value, error) {
	var values []ort.Value
	for _, v := range n.signature.inputs {
		tensor := inputs[v.Name]
		var value ort.Value
		var err error
		if v.Type == onnx.Float {
			value, err = view(tensor.Shape, tensor.Float)
		} else {
			value, err = view(tensor.Shape, tensor.Index)
		}
		if err != nil {
			return values, fmt.Errorf("input %s: %w", v, err)
		}
		values = append(values, value)
	}
	return values, nil
}

// view returns a native tensor over data, which it does not copy, or a native scalar, which is
// a copy.
func view[T float32 | int64](shape []int, data []T) (ort.Value, error) {
	if len(shape) == 0 {
		return ort.NewScalar(data[0])
	}
	extents := make(ort.Shape, len(shape))
	for i, extent := range shape {
		extents[i] = int64(extent)
	}
	return ort.NewTensor(extents, data)
}

// wanted returns the outputs of a run, which the library allocates, except for scalars: the
// binding refuses their empty shape.
func (n *native) wanted() ([]ort.Value, error) {
	values := make([]ort.Value, len(n.signature.outputs))
	for i, v := range n.signature.outputs {
		if !v.Ranked || len(v.Axes) > 0 {
			continue
		}
		var err error
		if v.Type == onnx.Float {
			values[i], err = ort.NewEmptyScalar[float32]()
		} else {
			values[i], err = ort.NewEmptyScalar[int64]()
		}
		if err != nil {
			return values, fmt.Errorf("output %s: %w", v, err)
		}
	}
	return values, nil
}

// results returns the outputs' data, which the binding has copied to Go memory.
func (n *native) results(values []ort.Value) (map[string]runtime.Tensor, error) {
	outputs := make(map[string]runtime.Tensor, len(values))
	for i, v := range n.signature.outputs {
		switch value := values[i].(type) {
		case *ort.Tensor[float32]:
			outputs[v.Name] = runtime.Floats(value.GetData(), extents(value.GetShape())...)
		case *ort.Tensor[int64]:
			outputs[v.Name] = runtime.Indices(value.GetData(), extents(value.GetShape())...)
		case *ort.Scalar[float32]:
			outputs[v.Name] = runtime.Floats([]float32{value.GetData()})
		case *ort.Scalar[int64]:
			outputs[v.Name] = runtime.Indices([]int64{value.GetData()})
		default:
			return nil, fmt.Errorf("output %s came back as %T", v, value)
		}
	}
	return outputs, nil
}

func extents(shape ort.Shape) []int {
	list := make([]int, len(shape))
	for i, extent := range shape {
		list[i] = int(extent)
	}
	return list
}

// destroy frees the values. After a failed run some of them are nil, or, from the binding's
// conversions, interfaces that hold a nil pointer.
func destroy(values []ort.Value) {
	for _, value := range values {
		if value != nil && !reflect.ValueOf(value).IsNil() {
			value.Destroy()
		}
	}
}
