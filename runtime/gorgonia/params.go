package gorgonia

import (
	"slices"
	"sync"

	"gorgonia.org/tensor"

	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/runtime/native"
)

// params holds the values of a model's parameters, which a trainer changes and sessions read.
// Gorgonia transposes operands in place while it multiplies, so their lock must be held for
// each run on them.
type params struct {
	lock   sync.Mutex
	values map[string]*tensor.Dense
	// memory is the memory in which regions on these parameters compute.
	memory native.Memory
}

// newParams copies the values of the module's parameters;
// runtime.CheckParams says which are needed.
func newParams(m *ir.Module, values map[string]runtime.Tensor) (*params, error) {
	if err := runtime.CheckParams(m, values); err != nil {
		return nil, err
	}
	p := &params{values: map[string]*tensor.Dense{}}
	for name, value := range values {
		p.values[name] = dense(slices.Clone(value.Float), value.Shape...)
	}
	return p, nil
}

// copies returns copies of all values.
func (p *params) copies() map[string]runtime.Tensor {
	p.lock.Lock()
	defer p.lock.Unlock()
	values := p.tensors()
	for name, value := range values {
		values[name] = value.Clone()
	}
	return values
}

// tensors returns the values without copying them.
func (p *params) tensors() map[string]runtime.Tensor {
	values := map[string]runtime.Tensor{}
	for name, value := range p.values {
		values[name] = view(value)
	}
	return values
}

// dense returns a matrix over data, which it does not copy.
func dense(data []float32, shape ...int) *tensor.Dense {
	return tensor.New(tensor.WithShape(shape...), tensor.WithBacking(data))
}

// view returns a tensor over a matrix, which it does not copy.
func view(t *tensor.Dense) runtime.Tensor { return runtime.Floats(t.Float32s(), t.Shape()...) }
