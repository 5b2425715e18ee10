package kernels

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNothingIsAllocated(t *testing.T) {
	const rows, width = 10, 12
	dst, x, y := random(1, rows*width), random(2, rows*width), random(3, rows*width)
	index := make([]int64, rows)
	wide := Full(x, width)
	var ahead Ahead
	eachLevel(t, func(t *testing.T) {
		for name, f := range map[string]func(){
			"MatMul": func() { MatMul(dst, width, x, width, 1, y, rows, rows, rows, width, x, false) },
			"ahead": func() {
				ahead.Clear()
				ahead.Add(y)
				ahead.MatMul(dst, width, x, width, 1, y, rows, rows, rows, width, x, false)
			},
			"column": func() { MatMul(dst, 1, x, width, 1, y, 1, rows, 1, width, nil, false) },
			"unaries": func() {
				for _, f := range []func(dst, x []float32){Neg, Square, Abs, Sign, ReLU, Sqrt, Log, InFloat64(math.Tanh), Exp, Sigmoid, SiLU} {
					f(dst, x)
				}
			},
			"SiLUSlope": func() { SiLUSlope(dst, x, y) },
			"Clamp":     func() { Clamp(dst, x, 0, 1) },
			"Inside":    func() { Inside(dst, x, 0, 1) },
			"Adam":      func() { Adam(dst, x, y, y, AdamStep{}) },
			"Scale":     func() { Scale(dst, 2, x) },
			"Broadcast": func() {
				for op := Sum; op <= GreaterThan; op++ {
					Broadcast(op, dst, rows, width, wide, Column(y))
				}
			},
			"Select":         func() { Select(dst, rows, width, Column(y), wide, Operand{Values: y}) },
			"GatherRows":     func() { GatherRows(dst, x, index, width) },
			"AddGathered":    func() { AddGatheredRows(dst, x, index, width) },
			"ScatterAddRows": func() { ScatterAddRows(dst, x, index, width) },
			"ChooseRows":     func() { PutRows(dst, x[:ChooseRows(dst, x, y[:rows], width)*width], y[:rows], width) },
			"AddRowsWhere":   func() { AddRowsWhere(dst, x, y[:rows], true, width) },
			"RepeatRows":     func() { RepeatRows(dst, x[:width], rows, width) },
			"SumGroups":      func() { SumGroups(dst[:width], x, rows, width) },
			"SumRows":        func() { SumRows(dst[:width], x) },
			"SumColumns":     func() { SumColumns(dst[:rows], x, width) },
			"Same":           func() { Same(dst[:rows], index, index) },
			"Inner":          func() { Inner(dst[:rows*4], x[:rows*6], y[:rows*6], 2, 2) },
			"Mix":            func() { Mix(dst[:rows*6], x[:rows*4], y[:rows*6], 2, 2, true) },
		} {
			require.Zero(t, testing.AllocsPerRun(10, f), name)
		}
	})
}
