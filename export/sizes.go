package export

// Size implements ir.Emitter: the extent of an input that shows the
// symbol, or what follows from the relation it is part of.
func (e *emitter) Size(symbol string) string {
	if size, ok := e.sizes[symbol]; ok {
		return size
	}
	e.sizes[symbol] = e.named("sizes/"+symbol, func() string { return e.size(symbol) })
	return e.sizes[symbol]
}

func (e *emitter) size(symbol string) string {
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

// extent is the extent of one axis of a value, as int64[1].
func (e *emitter) extent(value string, axis int64) string {
	return e.Op("Shape", map[string]any{"start": axis, "end": axis + 1}, value)
}

// atLeastOne makes a size fit to divide by: where it is 0, so are all rows.
func (e *emitter) atLeastOne(size string) string {
	return e.Op("Max", nil, size, e.Ints([]int64{1}, 1))
}

// count numbers from 0 to before size, given as int64[1].
func (e *emitter) count(size string) string {
	return e.Op("Range", nil, e.Ints([]int64{0}), e.Op("Squeeze", nil, size), e.Ints([]int64{1}))
}

// Receivers implements ir.Emitter.
func (e *emitter) Receivers(outer, inner string) string {
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
func (e *emitter) Groups(rows string) string {
	dim, _ := e.module.Dim(rows)
	if e.within {
		return e.Size(dim.Outer)
	}
	return e.Op("Div", nil, e.Size(rows), e.atLeastOne(e.Size(dim.Inner)))
}

// Systems implements ir.Emitter.
func (e *emitter) Systems(rows string) (count, size string) {
	if e.within && rows == particles {
		return e.batch(), e.systemSize()
	}
	return e.Ints([]int64{1}, 1), e.Size(rows)
}
