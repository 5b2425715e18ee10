package systems

import (
	"gmnc/export/emit"
	"gmnc/ir"
	"gmnc/system"
)

// These are the rows that models count; see package builder.
const (
	Particles = "particles"
	Neighbors = "neighbors"
	Edges     = "edges"
)

// Emitter writes the values from which rows of systems are computed.
type Emitter struct {
	*emit.Emitter
	Module *ir.Module
	// sizes holds the values with the size of a symbol, as int64[1]. Shown holds the inputs
	// with as many rows.
	sizes, Shown map[string]string
	// State is the input that shows the number of systems. ParticleCount is the number of
	// particles in each; if it is 0, positions show it.
	State         string
	ParticleCount int
	// Baked holds inputs whose values are in the file.
	Baked map[string]Baked
	// Within reports whether rows belong to systems, out of which no index leads. OfSystem
	// holds the outputs with one row for each system.
	Within   bool
	OfSystem map[string]bool
	// Depth is the depth of trees, or 0 if there are none. made is what they say of particles,
	// and hung what bodies on joints do.
	Depth int
	made  *forests
	hung  *hanging
	// Planes is the largest number of planes in a system, or 0 for any number.
	Planes int
	// Joints is the number of axes of joints for which the equations of a system have room, or
	// 0 without joints.
	Joints int
	// faults counts what is wrong with systems.
	faults faults
	// Times holds, for each value, how many times a translation of the positions it moves by.
	// It is nil if the graph takes the positions as they are.
	Times map[*ir.Value]float64
}

// New returns an emitter of a module.
func New(m *ir.Module, opset int) *Emitter {
	return &Emitter{
		Emitter: emit.New(m.Name, opset), Module: m, State: system.Position.Name,
		sizes:    map[string]string{},
		Shown:    map[string]string{},
		Baked:    map[string]Baked{},
		OfSystem: map[string]bool{},
	}
}

// Size implements ir.Emitter. It returns the extent of an input that shows the symbol, or what
// follows from a relation with other symbols.
func (e *Emitter) Size(symbol string) string {
	if size, ok := e.sizes[symbol]; ok {
		return size
	}
	e.sizes[symbol] = e.Named("sizes/"+symbol, func() string { return e.size(symbol) })
	return e.sizes[symbol]
}

func (e *Emitter) size(symbol string) string {
	if input, ok := e.Shown[symbol]; ok {
		return e.Extent(input, 0)
	}
	if dim, _ := e.Module.Dim(symbol); dim.Outer != "" {
		return e.Op("Mul", nil, e.Size(dim.Outer), e.Size(dim.Inner))
	}
	for _, product := range e.Module.Dims {
		_, haveRows := e.Shown[product.Symbol]
		_, haveOuter := e.Shown[product.Outer]
		if product.Inner == symbol && haveRows && haveOuter {
			return e.Op("Div", nil, e.Size(product.Symbol), e.AtLeastOne(e.Size(product.Outer)))
		}
	}
	e.Fail("the size of %s is needed, but no input shows it", symbol)
	return ""
}

// Receivers implements ir.Emitter.
func (e *Emitter) Receivers(outer, inner string) string {
	rows := ""
	for _, product := range e.Module.Dims {
		if product.Outer == outer && product.Inner == inner {
			rows = product.Symbol
		}
	}
	return e.Named("receivers/"+rows, func() string {
		if e.Within && rows == Edges {
			return e.receivers()
		}
		return e.Op("Div", nil, e.Count(e.Size(rows)), e.AtLeastOne(e.Size(inner)))
	})
}

// Groups implements ir.Emitter. No value need show the number of groups.
func (e *Emitter) Groups(rows string) string {
	dim, _ := e.Module.Dim(rows)
	if e.Within {
		return e.Size(dim.Outer)
	}
	return e.Op("Div", nil, e.Size(rows), e.AtLeastOne(e.Size(dim.Inner)))
}

// Systems implements ir.Emitter.
func (e *Emitter) Systems(rows string) (count, size string) {
	if e.Within && rows == Particles {
		return e.Batch(), e.SystemSize()
	}
	return e.Ints([]int64{1}, 1), e.Size(rows)
}
