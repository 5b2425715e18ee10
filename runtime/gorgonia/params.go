package gorgonia

import (
	"fmt"
	"slices"
	"sync"

	"gorgonia.org/tensor"

	"gmnc/ir"
	"gmnc/runtime"
)

// Params are the values of a model's parameters, which trainers change and
// sessions read. Gorgonia transposes operands in place while it multiplies,
// so whoever runs on them holds their lock.
type Params struct {
	lock   sync.Mutex
	values map[string]*tensor.Dense
}

// NewParams copies the values of the module's parameters;
// runtime.CheckParams says which are needed.
func NewParams(m *ir.Module, values map[string]runtime.Tensor) (*Params, error) {
	if err := runtime.CheckParams(m, values); err != nil {
		return nil, err
	}
	p := &Params{values: map[string]*tensor.Dense{}}
	for name, value := range values {
		p.values[name] = dense(slices.Clone(value.Float), value.Shape...)
	}
	return p, nil
}

// Values returns a copy of all values.
func (p *Params) Values() map[string]runtime.Tensor {
	p.lock.Lock()
	defer p.lock.Unlock()
	values := map[string]runtime.Tensor{}
	for name, value := range p.values {
		values[name] = copied(value)
	}
	return values
}

// fit reports a parameter that the module needs and that is not there or
// has another shape.
func (p *Params) fit(m *ir.Module) error {
	used := map[string]runtime.Tensor{}
	for _, param := range m.Main.Params() {
		if value, ok := p.values[param.Name]; ok {
			used[param.Name] = runtime.Floats(value.Float32s(), value.Shape()...)
		}
	}
	if err := runtime.CheckParams(m, used); err != nil {
		return fmt.Errorf("the parameters do not fit module %s: %w", m.Name, err)
	}
	return nil
}

// dense returns a matrix over data, which it does not copy.
func dense(data []float32, shape ...int) *tensor.Dense {
	return tensor.New(tensor.WithShape(shape...), tensor.WithBacking(data))
}

func copied(t *tensor.Dense) runtime.Tensor {
	return runtime.Floats(slices.Clone(t.Float32s()), slices.Clone(t.Shape())...)
}
