package kernels

import (
	"fmt"
	"math"
	"sync"
	"testing"
)

// peak is measured once per level.
var peaks sync.Map

func peakOf(level string) float64 {
	if known, ok := peaks.Load(level); ok {
		return known.(float64)
	}
	peak := Peak()
	peaks.Store(level, peak)
	return peak
}

// eachLevelBenchmark runs a benchmark under every level.
func eachLevelBenchmark(b *testing.B, name string, run func(b *testing.B)) {
	start := Level()
	defer func() { _ = SetLevel(start) }()
	for _, level := range Levels() {
		if err := SetLevel(level); err != nil {
			b.Fatal(err)
		}
		b.Run(name+"/"+level, run)
	}
}

// BenchmarkMatMul reports GFLOP/s and the part of the peak.
func BenchmarkMatMul(b *testing.B) {
	for _, s := range []struct {
		m, n, k    int
		transposed bool
	}{
		{m: 90, n: 64, k: 64}, {m: 180, n: 64, k: 64}, {m: 360, n: 64, k: 64},
		{m: 90, n: 64, k: 132}, {m: 90, n: 64, k: 192}, {m: 90, n: 64, k: 1}, {m: 90, n: 64, k: 9},
		{m: 90, n: 1, k: 64}, {m: 90, n: 3, k: 64}, {m: 90, n: 9, k: 64}, {m: 90, n: 132, k: 64},
		{m: 10, n: 64, k: 64}, {m: 20, n: 64, k: 132}, {m: 40, n: 64, k: 192},
		{m: 64, n: 64, k: 90, transposed: true}, {m: 64, n: 64, k: 180, transposed: true},
		{m: 64, n: 64, k: 360, transposed: true}, {m: 132, n: 64, k: 90, transposed: true},
		{m: 64, n: 1, k: 90, transposed: true}, {m: 1, n: 64, k: 90, transposed: true},
		{m: 18000, n: 64, k: 132}, {m: 18000, n: 64, k: 64}, {m: 64, n: 64, k: 18000, transposed: true},
	} {
		a, y, c := random(1, s.m*s.k), random(2, s.k*s.n), make([]float32, s.m*s.n)
		rowA, colA, form := s.k, 1, "A"
		if s.transposed {
			rowA, colA, form = 1, s.m, "At"
		}
		name := fmt.Sprintf("%s[%d,%d]x[%d,%d]", form, s.m, s.k, s.k, s.n)
		eachLevelBenchmark(b, name, func(b *testing.B) {
			for b.Loop() {
				MatMul(c, s.n, a, rowA, colA, y, s.n, s.m, s.n, s.k, nil, false)
			}
			reportFlops(b, 2*s.m*s.n*s.k)
		})
	}
}

func reportFlops(b *testing.B, operations int) {
	rate := float64(operations) * float64(b.N) / b.Elapsed().Seconds()
	b.ReportMetric(rate/1e9, "GFLOP/s")
	b.ReportMetric(rate/peakOf(Level()), "of-peak")
}

// BenchmarkGroups measures products with matrices of 30 groups of 9 rows, as
// se3-transformer has them (depth 5) and tfn (21).
func BenchmarkGroups(b *testing.B) {
	const groups, count, rows, inner, right = 30, 9, 5, 105, 32
	const width = inner * right
	blocks, outer := Blocks{count, rows, width}, Outer{count, rows * inner, right, width}
	for _, depth := range []int{5, 21} {
		x, w := random(1, groups*rows*depth), random(2, depth*width)
		y, z := random(3, groups*count*rows*inner), random(4, groups*count*right)
		for name, run := range map[string]func(){
			"Blocks.MatMul":       func() { blocks.MatMul(z, x, w, y, right, LastColumn{}) },
			"Blocks.MatMulBeside": func() { blocks.MatMulBeside(y, x, w, z, right, false) },
			"Outer.MatMul":        func() { outer.MatMul(x, y, z, w, depth, LastColumn{}) },
			"Outer.MatMulFrom":    func() { outer.MatMulFrom(w, x, y, z, depth, LastColumn{}, false) },
		} {
			values := [][]float32{x, w, y, z}
			eachLevelBenchmark(b, fmt.Sprint(name, depth), func(b *testing.B) {
				for seed, v := range values {
					copy(v, random(uint64(seed), len(v)))
				}
				for b.Loop() {
					run()
				}
				reportFlops(b, 2*groups*rows*width*(depth+count))
			})
		}
	}
}

// BenchmarkElements reports nanoseconds per element of [90,64].
func BenchmarkElements(b *testing.B) {
	const rows, width = 90, 64
	x, y, dst := random(1, rows*width), random(2, rows*width), make([]float32, rows*width)
	nodes := make([]float32, 10*width)
	column, index := random(3, rows), make([]int64, rows)
	mask := maskOf(rows)
	for i := range index {
		index[i] = int64(i % 10)
	}
	for name, run := range map[string]func(){
		"Exp":            func() { Exp(dst, x) },
		"Sigmoid":        func() { Sigmoid(dst, x) },
		"SiLU":           func() { SiLU(dst, x) },
		"Log":            func() { Log(dst, x) },
		"Adam":           func() { Adam(dst, x, y, y, AdamStep{}) },
		"SiLUSlope":      func() { SiLUSlope(dst, y, x) },
		"Sum":            func() { pairwise(Sum, dst, x, y) },
		"MulColumn":      func() { mulColumn(dst, x, column) },
		"GatherRows":     func() { GatherRows(dst, x, index, width) },
		"AddGathered":    func() { AddGatheredRows(dst, nodes, index, width) },
		"ScatterAddRows": func() { ScatterAddRows(nodes, x, index, width) },
		"AddEdges":       func() { Edges{x[:10*width], nodes, index, 9}.Add(dst, width) },
		"ChooseRows":     func() { ChooseRows(dst, x, mask, width) },
		"PutRows":        func() { PutRows(dst, x, mask, width) },
		"AddRowsWhere":   func() { AddRowsWhere(dst, x, mask, true, width) },
		"RepeatRows":     func() { RepeatRows(dst, x[:10*width], 9, width) },
		"SumGroups":      func() { SumGroups(nodes, x, 9, width) },
		"SumRows":        func() { SumRows(dst[:width], x) },
		"SumColumns":     func() { SumColumns(column, x, width) },
		"Transpose":      func() { Transpose(dst, x, rows, width) },
	} {
		reportElements(b, name, rows*width, run)
	}
	const narrow, registers = 3, 6 * RowBlock
	for name, run := range map[string]func(){
		"MulColumn3":      func() { mulColumn(dst[:rows*narrow], x[:rows*narrow], column) },
		"GatherRows3":     func() { GatherRows(dst, x, index, narrow) },
		"ScatterAddRows3": func() { ScatterAddRows(nodes, x, index, narrow) },
		"SumGroups3":      func() { SumGroups(nodes[:10*narrow], x, 9, narrow) },
		"SumColumns3":     func() { SumColumns(column, x, narrow) },
		"Cross":           func() { Cross(dst[:rows*narrow], x[:rows*narrow], y[:rows*narrow]) },
		"Inner":           func() { Inner(dst[:rows], x[:rows*narrow], y[:rows*narrow], 1, 1) },
		"Inside3":         func() { Inside(dst[:rows*narrow], x[:rows*narrow], -1, 1) },
		"Abs3":            func() { Abs(dst[:rows*narrow], x[:rows*narrow]) },
		"Greater3":        func() { Broadcast(GreaterThan, dst, rows, narrow, Full(x, narrow), Column(y)) },
		"Sin3":            func() { InFloat64(math.Sin)(dst[:rows*narrow], x[:rows*narrow]) },
		"Select3":         func() { Select(dst, rows, narrow, Column(column), Full(x, narrow), Full(y, narrow)) },
		"Mix33":           func() { Mix(dst[:rows*9], x[:rows*9], y[:rows*9], 3, 3, false) },
		"Inner33":         func() { Inner(dst[:rows*9], x[:rows*9], y[:rows*9], 3, 3) },
		"SplitColumns3":   func() { SplitColumns(dst, registers, x[:rows*narrow], narrow) },
		"JoinColumns3":    func() { JoinColumns(x[:rows*narrow], dst, registers, narrow) },
		"Clamp3":          func() { Clamp(dst[:rows*narrow], x[:rows*narrow], -1, 1) },
	} {
		reportElements(b, name, rows*narrow, run)
	}
}

func reportElements(b *testing.B, name string, elements int, run func()) {
	eachLevelBenchmark(b, name, func(b *testing.B) {
		for b.Loop() {
			run()
		}
		b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(b.N)/float64(elements), "ns/element")
	})
}

func BenchmarkPeak(b *testing.B) {
	eachLevelBenchmark(b, "GFLOP/s", func(b *testing.B) {
		best := 0.0
		for b.Loop() {
			best = max(best, Peak())
		}
		b.ReportMetric(best/1e9, "GFLOP/s")
	})
}
