package kernels

import "math"

// generic is the level without assembly, for every processor.
var generic = &level{
	name:            "generic",
	matmul:          product.inGo,
	exp:             InFloat64(math.Exp),
	sigmoid:         sigmoidInGo,
	silu:            siluInGo,
	sqrt:            InFloat64(math.Sqrt),
	abs:             InFloat64(math.Abs),
	sign:            signInGo,
	relu:            reluInGo,
	log:             InFloat64(math.Log),
	siluSlope:       siluSlopeInGo,
	scale:           scaleInGo,
	adam:            adamInGo,
	clamp:           clampInGo,
	inside:          insideInGo,
	broadcast:       broadcastInGo,
	gatherRows:      gatherRowsInGo,
	addGatheredRows: addGatheredRowsInGo,
	scatterAddRows:  scatterAddRowsInGo,
	transpose:       func(dst, src []float32, rows, columns int) { transposeInGo(dst, src, rows, columns, 0, 0) },
	repeatRows:      repeatRowsInGo,
	sumEnds:         sumEndsInGo,
	chooseRows:      chooseRowsInGo,
	putRows:         putRowsInGo,
	addRowsWhere:    addRowsWhereInGo,
	sumGroups:       sumGroupsInGo,
	sumRows:         sumRowsInGo,
	addEdges:        edgesInGo(product.inGo),
	sumColumns:      sumColumnsInGo,
	inner:           innerInGo,
	mix:             mixInGo,
	runRows:         runRowsInGo,
	splitThrees:     splitThreesInGo,
	joinThrees:      joinThreesInGo,
	splitFours:      splitFoursInGo,
	joinFours:       joinFoursInGo,
	indicesBelow:    indicesBelowInGo,
	normReLU:        Norm.reluInGo,
	normBack:        Norm.backInGo,
	normGrads:       Norm.gradsInGo,
	multiplyAdd:     multiplyAddInGo,
	tile:            1 << 16,
}

func sigmoidInGo(dst, x []float32) {
	for i, v := range x {
		dst[i] = float32(1 / (1 + math.Exp(-float64(v))))
	}
}

func siluInGo(dst, x []float32) {
	for i, v := range x {
		dst[i] = float32(float64(v) / (1 + math.Exp(-float64(v))))
	}
}

func siluSlopeInGo(dst, slope, x []float32) {
	for i, v := range x {
		s := 1 / (1 + math.Exp(-float64(v)))
		dst[i] = float32(float64(v) * s)
		slope[i] = float32(s * (1 + float64(float64(v)*(1-s))))
	}
}

func scaleInGo(dst, x []float32, a float32) {
	for i, v := range x {
		dst[i] = a * v
	}
}

func clampInGo(dst, x []float32, low, high float32) {
	for i, v := range x {
		dst[i] = min(max(v, low), high)
	}
}

func insideInGo(dst, x []float32, low, high float32) {
	for i, v := range x {
		dst[i] = one(low <= v && v <= high)
	}
}

func signInGo(dst, x []float32) {
	for i, v := range x {
		dst[i] = one(v > 0) - one(v < 0)
	}
}

func reluInGo(dst, x []float32) {
	for i, v := range x {
		dst[i] = max(v, 0)
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

func gatherRowsInGo(own, pointed []float32, index []int64, width int) {
	for i, at := range index {
		row := rowAt(pointed, at, width)
		copy(own[i*width:(i+1)*width], row)
	}
}

func addGatheredRowsInGo(own, pointed []float32, index []int64, width int) {
	for i, at := range index {
		row := own[i*width : (i+1)*width]
		for j, x := range rowAt(pointed, at, width) {
			row[j] += x
		}
	}
}

func scatterAddRowsInGo(own, pointed []float32, index []int64, width int) {
	for i, at := range index {
		row := rowAt(pointed, at, width)
		for j, x := range own[i*width : (i+1)*width] {
			row[j] += x
		}
	}
}

func repeatRowsInGo(dst, src []float32, repeats, width int) {
	for i := range len(src) / width * repeats {
		copy(dst[i*width:(i+1)*width], src[i/repeats*width:])
	}
}

func sumEndsInGo(sums, ends, x []float32, index []int64, size, width int) {
	clear(sums)
	for i, at := range index {
		sum, end := sums[i/size*width:][:width], rowAt(ends, at, width)
		for j, v := range x[i*width : (i+1)*width] {
			sum[j] += v
			end[j] += v
		}
	}
}

func sumGroupsInGo(dst, src []float32, size, width int) {
	sumEachGroup(dst, src, size, width, sumRowsInGo)
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
