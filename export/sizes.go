package export

import (
	"gmnc/ir"
	"gmnc/system"
)

// The rows that models count; see package builder.
const (
	particles = "particles"
	neighbors = "neighbors"
	edges     = "edges"
)

// systemsEmitter writes what rows of systems need.
type systemsEmitter struct {
	*emitter
	module *ir.Module
	// sizes are the values that hold a symbol, as int64[1]; shown are the
	// inputs with as many rows.
	sizes, shown map[string]string
	// state is the input that shows how many systems there are. particleCount is how many
	// particles each has; where it is 0, positions show it.
	state         string
	particleCount int
	// baked are inputs whose values are in the file.
	baked map[string]Baked
	// within reports whether rows belong to systems, out of which no index leads;
	// ofSystem are the outputs with one row a system.
	within   bool
	ofSystem map[string]bool
	// depth is the depth of trees, 0 for none; made is what they make of particles, and
	// hung what bodies on joints do.
	depth int
	made  *forests
	hung  *hanging
	// planes is how many a system may have, 0 for any number.
	planes int
	// joints is how many axes of joints the equations of a system have room for, 0
	// without any.
	joints int
	// faults count what is wrong with systems.
	faults faults
	// times is how many times values move along with the positions, nil where the
	// graph takes the positions as they are.
	times map[*ir.Value]float64
}

// newSystemsEmitter returns an emitter of a module.
func newSystemsEmitter(m *ir.Module, opset int) *systemsEmitter {
	return &systemsEmitter{
		emitter: newEmitter(m.Name, opset), module: m, state: system.Position.Name,
		sizes:    map[string]string{},
		shown:    map[string]string{},
		baked:    map[string]Baked{},
		ofSystem: map[string]bool{},
	}
}

// Size implements ir.Emitter: the extent of an input that shows the
// symbol, or what follows from the relation it is part of.
func (e *systemsEmitter) Size(symbol string) string {
	if size, ok := e.sizes[symbol]; ok {
		return size
	}
	e.sizes[symbol] = e.named("sizes/"+symbol, func() string { return e.size(symbol) })
	return e.sizes[symbol]
}

func (e *systemsEmitter) size(symbol string) string {
	if input, ok := e.shown[symbol]; ok {
		return e.extent(input, 0)
	}
	if dim, _ := e.module.Dim(symbol); dim.Outer != "" {
		return e.Op("Mul", nil, e.Size(dim.Outer), e.Size(dim.Inner))
	}
	for _, product := range e.module.Dims {
		_, haveRows := e.shown[product.Symbol]
		_, haveOuter := e.shown[product.Outer]
		if product.Inner == symbol && haveRows && haveOuter {
			return e.Op("Div", nil, e.Size(product.Symbol), e.atLeastOne(e.Size(product.Outer)))
		}
	}
	e.fail("the size of %s is needed, but no input shows it", symbol)
	return ""
}

// Receivers implements ir.Emitter.
func (e *systemsEmitter) Receivers(outer, inner string) string {
	rows := ""
	for _, product := range e.module.Dims {
		if product.Outer == outer && product.Inner == inner {
			rows = product.Symbol
		}
	}
	return e.named("receivers/"+rows, func() string {
		if e.within && rows == edges {
			return e.receivers()
		}
		return e.Op("Div", nil, e.count(e.Size(rows)), e.atLeastOne(e.Size(inner)))
	})
}

// Groups implements ir.Emitter. No value need show how many there are.
func (e *systemsEmitter) Groups(rows string) string {
	dim, _ := e.module.Dim(rows)
	if e.within {
		return e.Size(dim.Outer)
	}
	return e.Op("Div", nil, e.Size(rows), e.atLeastOne(e.Size(dim.Inner)))
}

// Systems implements ir.Emitter.
func (e *systemsEmitter) Systems(rows string) (count, size string) {
	if e.within && rows == particles {
		return e.batch(), e.systemSize()
	}
	return e.Ints([]int64{1}, 1), e.Size(rows)
}
