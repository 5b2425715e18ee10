package kernels

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

//go:generate go run -C gen . -dir ..

// assembly lists the levels in assembly that this processor has.
func assembly() []*level {
	var have []*level
	x86 := cpu.X86
	if x86.HasAVX512F && x86.HasAVX512DQ && x86.HasAVX512BW && x86.HasAVX512VL && x86.HasFMA && x86.HasAVX2 {
		have = append(have, avx512)
	}
	if x86.HasAVX2 && x86.HasFMA {
		have = append(have, avx2)
	}
	return have
}

var avx512Tiles = tiles{lanes: 16, full: matmul4AVX512, narrow: matmul1TailAVX2, half: matmul2HalfAVX512, tall: 32, dotRows: dotRowsAVX512, tails: []panel{
	matmul1TailAVX512, matmul2TailAVX512, matmul3TailAVX512, matmul4TailAVX512}}

var avx512Round = round{floats: 10 << 10, terms: 4}

var avx512 = &level{
	name:   "avx512",
	matmul: avx512Tiles.matmul,
	exp:    unary(expAVX512), sigmoid: unary(sigmoidAVX512), silu: unary(siluAVX512), sqrt: unary(sqrtAVX512),
	abs: unary(absAVX512), sign: unary(signAVX512), relu: unary(reluAVX512), log: unary(logAVX2),
	siluSlope: siluSlope(siluSlopeAVX512),
	scale:     scale(scaleAVX512),
	adam:      adamStep(adamAVX512),
	clamp:     limits(clampAVX512),
	inside:    limits(insideAVX512),
	broadcast: broadcast([]pairs{
		sumAVX512, differenceAVX512, productAVX512, quotientAVX512, maximumAVX512, minimumAVX512, greaterAVX512}),

	gatherRows:      indexed(gatherRowsAVX512, 16, gatherRowsInGo),
	addGatheredRows: indexed(addGatheredRowsAVX512, 16, addGatheredRowsInGo),
	scatterAddRows:  indexed(scatterAddRowsAVX512, 16, scatterAddRowsInGo),
	addEdges:        edges(addEdgesAVX512, 16, avx512Tiles.matmul),
	transpose:       transpose(transposeRowsAVX512, 16),
	repeatRows:      repeatRows(repeatRowsAVX512, 16),
	sumEnds:         sumEnds(sumEndsAVX512, 16),
	chooseRows:      chooseRows(chooseRowsAVX512, 16),
	putRows:         putRows(putRowsAVX512, 16),
	addRowsWhere:    addRowsWhere(addRowsWhereAVX512, 16),
	sumGroups:       sumGroups(sumGroupsAVX512),
	sumRows:         sumRows(sumRowsAVX512),
	sumColumns:      sumColumns(sumColumnsAVX512),
	inner:           innerAVX512,
	mix:             mixAVX512,
	runRows:         runRows(runRowsAVX512),
	splitThrees:     threes(splitThreesAVX512),
	joinThrees:      threes(joinThreesAVX512),
	splitFours:      fours(splitFoursAVX512, 16, splitFoursInGo),
	joinFours:       fours(joinFoursAVX512, 16, joinFoursInGo),
	indicesBelow:    indicesBelow(indicesBelowAVX512, 8),
	each:            each([]eachPanel{matmulEach1AVX512, matmulEach2AVX512}, 16, 2),
	outer:           outerProducts(outerRowsAVX512, 16, avx512Round, sumColumnsAVX512),
	blocks:          blocks([]blockPanel{blockRows1AVX512, blockRows2AVX512}, 16, avx512Round),
	combine:         combine(combineRowsAVX512),
	innerRows:       innerRows(innerRowsAVX512, 16, combineMost, sumColumnsAVX512),
	normReLU:        normReLU(normReLUAVX512),
	normBack:        normBack(normBackAVX512),
	normGrads:       normGrads(normGradsAVX512),
	multiplyAdd:     multiplyAdd(multiplyAddAVX512, 16),
	tile:            1 << 17,
}

var eachAVX2 = []eachPanel{matmulEach1AVX2, matmulEach2AVX2}

var avx2Tiles = tiles{lanes: 8, full: matmul2AVX2, beside: eachAVX2, dotRows: dotRowsAVX2, tails: []panel{
	matmul1TailAVX2, matmul2TailAVX2}}

var avx2 = &level{
	name:   "avx2",
	matmul: avx2Tiles.matmul,
	exp:    unary(expAVX2), sigmoid: unary(sigmoidAVX2), silu: unary(siluAVX2), sqrt: unary(sqrtAVX2),
	abs: unary(absAVX2), sign: unary(signAVX2), relu: unary(reluAVX2), log: unary(logAVX2),
	siluSlope: siluSlope(siluSlopeAVX2),
	scale:     scale(scaleAVX2),
	adam:      adamStep(adamAVX2),
	clamp:     limits(clampAVX2),
	inside:    limits(insideAVX2),
	broadcast: broadcast([]pairs{
		sumAVX2, differenceAVX2, productAVX2, quotientAVX2, maximumAVX2, minimumAVX2, greaterAVX2}),

	gatherRows:      indexed(gatherRowsAVX2, 8, gatherRowsInGo),
	addGatheredRows: indexed(addGatheredRowsAVX2, 8, addGatheredRowsInGo),
	scatterAddRows:  indexed(scatterAddRowsAVX2, 8, scatterAddRowsInGo),
	addEdges:        edges(addEdgesAVX2, 8, avx2Tiles.matmul),
	transpose:       transpose(transposeRowsAVX2, 8),
	repeatRows:      repeatRows(repeatRowsAVX2, 8),
	sumEnds:         sumEnds(sumEndsAVX2, 8),
	chooseRows:      chooseRows(chooseRowsAVX2, 8),
	putRows:         putRows(putRowsAVX2, 8),
	addRowsWhere:    addRowsWhere(addRowsWhereAVX2, 8),
	sumGroups:       sumGroups(sumGroupsAVX2),
	sumRows:         sumRows(sumRowsAVX2),
	sumColumns:      sumColumns(sumColumnsAVX2),
	inner:           innerInGo,
	mix:             mixInGo,
	runRows:         runRows(runRowsAVX2),
	splitThrees:     threes(splitThreesAVX2),
	joinThrees:      threes(joinThreesAVX2),
	splitFours:      fours(splitFoursAVX2, 8, splitFoursInGo),
	joinFours:       fours(joinFoursAVX2, 8, joinFoursInGo),
	indicesBelow:    indicesBelow(indicesBelowAVX2, 4),
	each:            each(eachAVX2, 8, 16),
	innerRows:       innerRows(innerRowsAVX2, 8, innerMost, sumColumnsAVX2),
	outer:           outerProducts(outerRowsAVX2, 8, round{floats: 4 << 10, terms: 3}, sumColumnsAVX2),
	normReLU:        normReLU(normReLUAVX2),
	normBack:        normBack(normBackAVX2),
	normGrads:       normGrads(normGradsAVX2),
	multiplyAdd:     multiplyAdd(multiplyAddAVX2, 8),
	tile:            1 << 16,
}

func unary(f func(dst, x *float32, n int)) func(dst, x []float32) {
	return func(dst, x []float32) {
		portions(len(dst), func(at, n int) { f(&dst[at], &x[at], n) })
	}
}

func siluSlope(f func(dst, slope, x *float32, n int)) func(dst, slope, x []float32) {
	return func(dst, slope, x []float32) {
		portions(len(dst), func(at, n int) { f(&dst[at], &slope[at], &x[at], n) })
	}
}

func scale(f func(dst, x *float32, n int, a float32)) func(dst, x []float32, a float32) {
	return func(dst, x []float32, a float32) {
		portions(len(dst), func(at, n int) { f(&dst[at], &x[at], n, a) })
	}
}

func adamStep(f func(w, m, v, g *float32, n int, decay, rate, scale, keep1, take1, keep2, take2, epsilon float32)) func(w, g, m, v []float32, step AdamStep) {
	return func(w, g, m, v []float32, step AdamStep) {
		portions(len(w), func(at, n int) {
			f(&w[at], &m[at], &v[at], &g[at], n, step.decay, step.rate, step.scale, step.keep1, step.take1, step.keep2, step.take2, step.epsilon)
		})
	}
}

func limits(f func(dst, x *float32, n int, low, high float32)) func(dst, x []float32, low, high float32) {
	return func(dst, x []float32, low, high float32) {
		portions(len(dst), func(at, n int) { f(&dst[at], &x[at], n, low, high) })
	}
}

// pairs is a function of two elements in assembly, strides in bytes.
type pairs func(dst, x *float32, rowX, colX int, y *float32, rowY, colY, rows, columns int)

// broadcast returns a function that uses the functions in the order of [Binary]. Two operands
// of one column each are left to Go.
func broadcast(functions []pairs) func(op Binary, dst []float32, rows, columns int, x, y Operand) {
	return func(op Binary, dst []float32, rows, columns int, x, y Operand) {
		if x.Column == 0 && y.Column == 0 {
			generic.broadcast(op, dst, rows, columns, x, y)
			return
		}
		f := functions[op]
		rowPortions(rows, min(columns, portion), func(i, rows int) {
			portions(columns, func(j, part int) {
				if part < columns {
					rows = 1
				}
				f(&dst[i*columns+j], &x.Values[i*x.Row+j*x.Column], x.Row*size, x.Column,
					&y.Values[i*y.Row+j*y.Column], y.Row*size, y.Column, rows, part)
			})
		})
	}
}

// edges returns a function that adds rows in assembly, or in Go if they are narrow.
func edges(f func(dst, receivers, senders *float32, index *int64, count, neighbors, width int, x, w *float32, k int), lanes int,
	matmul func(p product),
) func(e Edges, dst, x, w []float32, width, k int) {
	narrow := edgesInGo(matmul)
	return func(e Edges, dst, x, w []float32, width, k int) {
		if width < lanes {
			narrow(e, dst, x, w, width, k)
			return
		}
		f(&dst[0], &e.Receivers[0], &e.Senders[0], &e.Index[0], len(e.Index)/e.Neighbors, e.Neighbors, width,
			unsafe.SliceData(x), unsafe.SliceData(w), k)
	}
}

// transpose returns a function that transposes, in assembly, as many rows at a time as a vector
// has lanes. It leaves the remaining rows, and columns beyond a multiple of four, to Go.
func transpose(f func(dst, src *float32, lddst, ldsrc, columns int), lanes int) func(dst, src []float32, rows, columns int) {
	return func(dst, src []float32, rows, columns int) {
		whole, fours := rows-rows%lanes, columns-columns%4
		for i := 0; i < whole; i += lanes {
			rowPortions(fours/4, 4*lanes, func(from, count int) {
				f(&dst[4*from*rows+i], &src[i*columns+4*from], rows*size, columns*size, 4*count)
			})
		}
		transposeInGo(dst, src, rows, columns, whole, 0)
		transposeInGo(dst, src, rows, columns, 0, fours)
	}
}

func runRows(f func(program *int32, instructions int, registers *float32, width int),
) func(program []RowInstruction, registers []float32, width int) {
	return func(program []RowInstruction, registers []float32, width int) {
		f((*int32)(&program[0].Op), len(program), &registers[0], width*size)
	}
}

// threes returns a function that moves rows of three values, few enough for one call, from or
// to columns of whole vectors.
func threes(f func(rows, columns *float32, count, width int)) func(rows, columns []float32, width int) {
	return func(rows, columns []float32, width int) {
		if len(rows) > 0 {
			f(&rows[0], &columns[0], len(rows)/3, width*size)
		}
	}
}

// fours returns a function that moves four values of each row, few enough for one call, in
// assembly. It moves the values of the last rows, which fill no vector, in Go.
func fours(f func(rows, columns *float32, count, apart, width int), lanes int,
	inGo func(rows []float32, apart int, registers []float32, width int),
) func(rows []float32, apart int, registers []float32, width int) {
	return func(rows []float32, apart int, registers []float32, width int) {
		whole := (len(registers) - 3*width) &^ (lanes - 1)
		if whole > 0 {
			_ = rows[(whole-1)*apart+3]
			f(&rows[0], &registers[0], whole, apart*size, width*size)
		}
		if whole < len(registers)-3*width {
			inGo(rows[whole*apart:], apart, registers[whole:], width)
		}
	}
}

// multiplyAdd returns a function that counts the operations of rounds of 12 vectors.
func multiplyAdd(f func(n int), lanes int) func(rounds int) int {
	return func(rounds int) int {
		f(rounds)
		return 2 * 12 * lanes * rounds
	}
}
