package kernels

import "math"

// generic is the level without assembly, for every processor.
var generic = &level{
	name:           "generic",
	matmul:         product.inGo,
	exp:            mapped(in64(math.Exp)),
	sigmoid:        mapped(in64(func(x float64) float64 { return 1 / (1 + math.Exp(-x)) })),
	silu:           mapped(in64(func(x float64) float64 { return x / (1 + math.Exp(-x)) })),
	sqrt:           mapped(in64(math.Sqrt)),
	siluGrad:       siluGradInGo,
	scale:          scaleInGo,
	axpy:           axpyInGo,
	clamp:          clampInGo,
	broadcast:      broadcastInGo,
	gatherRows:     gatherRowsInGo,
	scatterAddRows: scatterAddRowsInGo,
	sumRows:        sumRowsInGo,
	sumColumns:     sumColumnsInGo,
	multiplyAdd:    multiplyAddInGo,
}

// in64 is a function of float64 for float32.
func in64(f func(float64) float64) func(float32) float32 {
	return func(x float32) float32 { return float32(f(float64(x))) }
}

func mapped(f func(float32) float32) func(dst, x []float32) {
	return func(dst, x []float32) {
		for i, v := range x {
			dst[i] = f(v)
		}
	}
}

func siluGradInGo(dst, x, dy []float32) {
	for i, v := range x {
		s := 1 / (1 + math.Exp(-float64(v)))
		dst[i] = dy[i] * float32(s*(1+float64(v)*(1-s)))
	}
}

func scaleInGo(dst, x []float32, a float32) {
	for i, v := range x {
		dst[i] = a * v
	}
}

func axpyInGo(dst, x, y []float32, a float32) {
	for i, v := range x {
		dst[i] = a*v + y[i]
	}
}

func clampInGo(dst, x []float32, low, high float32) {
	for i, v := range x {
		dst[i] = min(max(v, low), high)
	}
}

func broadcastInGo(op Binary, dst []float32, rows, columns int, x, y Operand) {
	f := op.function()
	for i := range rows {
		atX, atY := i*x.Row, i*y.Row
		for j := range columns {
			dst[i*columns+j] = f(x.Values[atX], y.Values[atY])
			atX += x.Column
			atY += y.Column
		}
	}
}

func gatherRowsInGo(own, pointed []float32, index []int64, offset, width int) {
	for i, at := range index {
		row := rowAt(pointed, i, at, offset, width)
		copy(own[i*width:(i+1)*width], row)
	}
}

func scatterAddRowsInGo(own, pointed []float32, index []int64, offset, width int) {
	for i, at := range index {
		row := rowAt(pointed, i, at, offset, width)
		for j, x := range own[i*width : (i+1)*width] {
			row[j] += x
		}
	}
}

func sumRowsInGo(dst, x []float32) {
	width := len(dst)
	for i := 0; i < len(x); i += width {
		for j, v := range x[i : i+width] {
			dst[j] += v
		}
	}
}

func sumColumnsInGo(dst, x []float32, width int) {
	for i := range dst {
		sum := float32(0)
		for _, v := range x[i*width : (i+1)*width] {
			sum += v
		}
		dst[i] = sum
	}
}
