package export

import (
	"slices"
	"strings"

	"gmnc/export/emit"
	"gmnc/export/rolling"
	"gmnc/ir"
	"gmnc/system"
)

// rows computes an input of the module in the rows of particles.
func (c Coordinates) rows(e *modelEmitter, input *ir.Value) string {
	width := func() string { return e.Ints([]int64{-1, int64(input.Type.Columns())}, 2) }
	switch _, baked := e.Baked[input.Name]; {
	case input.Param:
		return input.Name
	case input.Name == ir.SystemInput:
		return e.Named(ir.SystemInput, e.FirstOfSystem)
	case input.Name == countsOfPoints:
		return e.Named(emit.RowsOf+input.Name, func() string {
			counts := e.Op("Expand", nil, ir.CotangentPrefix+rolling.Points, e.Concat(e.Batch(), e.Ints([]int64{int64(len(c.Points)), 3}, 2)))
			weights := e.Op("Transpose", map[string]any{"perm": []int64{1, 0}}, c.weights(e))
			return e.Op("Reshape", nil, e.Op("MatMul", nil, weights, counts), width())
		})
	case strings.HasPrefix(input.Name, ir.CotangentPrefix):
		return e.Named(emit.RowsOf+input.Name, func() string {
			return e.Op("Reshape", nil, e.Op("MatMul", nil, c.ofAll(e, input.Name), c.matrix(e, input.Name, input.Type.Columns(), c.IsFirst)), width())
		})
	case c.Of(input.Name) != nil:
		return e.Named(emit.RowsOf+input.Name, func() string {
			columns := c.columnsOf(input.Name, input.Type.Columns())
			values := e.Op("Gather", map[string]any{"axis": int64(1)}, c.ofAll(e, input.Name), e.Ints(columns, int64(len(columns))))
			return e.Op("Reshape", nil, values, width())
		})
	case input.Name == system.Gravity.Name:
		return e.Named(emit.RowsOf+input.Name, func() string {
			return e.Op("Reshape", nil, e.Op("Expand", nil, e.Unsqueeze(input.Name, 1), e.PerParticle()), width())
		})
	case !baked:
		e.Fail("the model's input %s (%s) is none of joint coordinates", input.Name, input.Type)
		return input.Name
	case input.Type.DType == ir.Index:
		return e.Named(emit.RowsOf+input.Name, func() string {
			start := e.Op("Mul", nil, e.Unsqueeze(e.Count(e.Batch()), 1), e.SystemSize())
			return e.Op("Reshape", nil, e.Op("Add", nil, start, e.BakedConstant(e.Baked[input.Name], []int64{int64(c.Particles)})), e.Ints([]int64{-1}, 1))
		})
	}
	return e.Named(emit.RowsOf+input.Name, func() string { return e.Op("Reshape", nil, e.Given(input.Name), width()) })
}

// ofAll returns an input of joints for each system of the batch: float[batch,columns].
func (c Coordinates) ofAll(e *modelEmitter, name string) string {
	return e.Named(name+"/for_each_system", func() string {
		return e.Op("Expand", nil, name, e.Concat(e.Batch(), e.Ints([]int64{int64(len(c.Of(name)))}, 1)))
	})
}

// columnsOf returns, for each number in the rows of all particles, the column that it comes
// from, in a value of this width. A number without a joint's column gets column 0, since the
// module does not read it.
func (c Coordinates) columnsOf(name string, width int) []int64 {
	all := make([]int64, c.Particles*width)
	for number, column := range c.Of(name) {
		for particle := range c.Particles {
			if c.IsOf(column.Joint, particle) {
				all[particle*width+column.Part] = int64(number)
			}
		}
	}
	return all
}

// IsFirst reports whether a particle's row counts for a joint. IsOf reports whether a particle
// belongs to the joint's body.
func (c Coordinates) IsFirst(joint, particle int) bool { return c.First[joint] == particle }
func (c Coordinates) IsOf(joint, particle int) bool    { return c.Joint[particle] == joint }

// matrix returns a matrix of ones and zeros, with a row for each column of a value and a column
// for each number in the rows of particles.
func (c Coordinates) matrix(e *modelEmitter, name string, width int, is func(joint, particle int) bool) string {
	columns, across := c.Of(name), c.Particles*width
	values := make([]float64, len(columns)*across)
	for number, column := range columns {
		for particle := range c.Particles {
			if is(column.Joint, particle) {
				values[number*across+particle*width+column.Part] = 1
			}
		}
	}
	return e.Floats(values, int64(len(columns)), int64(across))
}

// weights returns the weights of points, float[points,particles].
func (c Coordinates) weights(e *modelEmitter) string {
	return e.Floats(slices.Concat(c.Points...), int64(len(c.Points)), int64(c.Particles))
}
