package kernels

import "fmt"

// MatMul computes C = init + A B.
//
// C is [m,n]; element (i,j) lies at c[i*ldc + j]. A is [m,k]; element (i,l)
// lies at a[i*rowA + l*colA], so a transposed A needs no copy. B is [k,n];
// element (l,j) lies at b[l*ldb + j]. init is C itself if accumulate is set,
// otherwise bias (n values) in every row, otherwise zero. C must not overlap
// A, B or bias.
func MatMul(c []float32, ldc int, a []float32, rowA, colA int, b []float32, ldb int,
	m, n, k int, bias []float32, accumulate bool) {
	(*Ahead)(nil).MatMul(c, ldc, a, rowA, colA, b, ldb, m, n, k, bias, accumulate)
}

// MatMul computes what the function [MatMul] does, and prefetches memory.
func (ahead *Ahead) MatMul(c []float32, ldc int, a []float32, rowA, colA int, b []float32, ldb int,
	m, n, k int, bias []float32, accumulate bool) {
	if m <= 0 || n <= 0 {
		return
	}
	p := product{c: c, ldc: ldc, a: a, rowA: rowA, colA: colA, b: b, ldb: ldb,
		m: m, n: n, k: k, bias: bias, accumulate: accumulate, ahead: ahead}
	p.run()
}

// MatMulTimes computes C = (init + A B) times, element by element. C and
// times are [m,n], A is [m,k] and B is [k,n], all dense. init is C itself if
// accumulate is set, otherwise zero. C must not overlap the others.
func (ahead *Ahead) MatMulTimes(c, a, b, times []float32, m, n, k int, accumulate bool) {
	if m > 0 && n > 0 {
		p := dense(c, a, b, m, n, k)
		p.times, p.accumulate, p.ahead = times, accumulate, ahead
		p.run()
	}
}

// MatMulRepeatTimes computes C = (R + A B) times, element by element. R has each row of rows
// [m/repeats,n] repeated repeats times. C and times are [m,n], A is [m,k] and B is [k,n], all
// dense. C must not overlap the others.
func (ahead *Ahead) MatMulRepeatTimes(c, rows, a, b, times []float32, repeats, m, n, k int) {
	if m > 0 && n > 0 {
		p := dense(c, a, b, m, n, k)
		p.rows, p.repeats, p.times, p.accumulate, p.ahead = rows, repeats, times, true, ahead
		p.run()
	}
}

// MatMulSiLU computes C = silu(Z) with Z = init + A B, and the slope of silu at Z unless slope
// is nil. C and slope are [m,n], A is [m,k] and B is [k,n], all dense. init is C itself if
// accumulate is set, otherwise bias (n values) in every row, otherwise zero. C must not overlap
// the others.
func (ahead *Ahead) MatMulSiLU(c, slope, a, b []float32, m, n, k int, bias []float32, accumulate bool) {
	if m <= 0 || n <= 0 {
		return
	}
	p := dense(c, a, b, m, n, k)
	p.bias, p.accumulate, p.ahead, p.silu, p.slope = bias, accumulate, ahead, true, slope
	p.run()
}

// dense returns the product of dense matrices.
func dense(c, a, b []float32, m, n, k int) product {
	return product{c: c, ldc: n, a: a, rowA: k, colA: 1, b: b, ldb: n, m: m, n: n, k: k}
}

func (p *product) run() {
	p.check()
	switch {
	case p.rows != nil:
		p.repeat()
		p.sum()
	case p.silu:
		p.siluByBlocks()
	default:
		p.sum()
	}
}

// repeat fills the rows of C with the rows that they start from. It first writes those that
// have all of their repeats, and then the last, whose repeats end with C.
func (p *product) repeat() {
	whole, left := p.m/p.repeats, p.m%p.repeats
	if whole > 0 {
		active.repeatRows(p.c[:whole*p.repeats*p.n], p.rows[:whole*p.n], p.repeats, p.n)
	}
	if left > 0 {
		active.repeatRows(p.c[whole*p.repeats*p.n:][:left*p.n], p.rows[whole*p.n:][:p.n], left, p.n)
	}
}

// sum computes a product that at most ends with factors.
func (p *product) sum() {
	if p.k > 0 {
		active.matmul(*p)
		return
	}
	p.start()
	p.end()
}

// blockSiLU is the number of rows of a product that stay in the cache until SiLU is applied.
const blockSiLU = 48

// siluByBlocks computes a product that ends with SiLU, by products without it.
func (p *product) siluByBlocks() {
	block := *p
	block.silu = false
	for i := 0; i < p.m; i += blockSiLU {
		block.m = min(blockSiLU, p.m-i)
		block.c, block.a = p.c[i*p.ldc:], p.a[min(i*p.rowA, len(p.a)):]
		block.sum()
		p.applySiLU(i, block.m)
	}
}

// applySiLU applies SiLU to rows of C.
func (p *product) applySiLU(from, rows int) {
	z := p.c[from*p.n : (from+rows)*p.n]
	if p.slope == nil {
		active.silu(z, z)
	} else {
		active.siluSlope(z, p.slope[from*p.n:(from+rows)*p.n], z)
	}
}

func (p *product) check() {
	if p.ldc < p.n && p.m > 1 {
		panic(fmt.Sprintf("kernels: C has rows of %d columns, %d apart", p.n, p.ldc))
	}
	if p.rowA < 0 || p.colA < 0 || p.ldb < 0 || p.k < 0 {
		panic(fmt.Sprintf("kernels: strides %d, %d, %d or depth %d below zero", p.rowA, p.colA, p.ldb, p.k))
	}
	need("C", p.c, (p.m-1)*p.ldc+p.n)
	if p.k > 0 {
		need("A", p.a, (p.m-1)*p.rowA+(p.k-1)*p.colA+1)
		need("B", p.b, (p.k-1)*p.ldb+p.n)
	}
	if p.bias != nil && !p.accumulate {
		need("bias", p.bias, p.n)
	}
	if p.rows != nil {
		if p.repeats < 1 {
			panic(fmt.Sprintf("kernels: rows are repeated %d times", p.repeats))
		}
		need("rows", p.rows, (p.m+p.repeats-1)/p.repeats*p.n)
	}
	if p.times != nil {
		need("times", p.times, p.m*p.n)
	}
	if p.slope != nil {
		need("slope", p.slope, p.m*p.n)
	}
}

// start sets C to init.
func (p *product) start() {
	switch {
	case p.accumulate:
	case p.bias == nil && p.ldc == p.n:
		clear(p.c[:p.m*p.n])
	case p.bias != nil && p.n == 1:
		for i := range p.m {
			p.c[i*p.ldc] = p.bias[0]
		}
	default:
		for i := range p.m {
			if row := p.c[i*p.ldc : i*p.ldc+p.n]; p.bias != nil {
				copy(row, p.bias)
			} else {
				clear(row)
			}
		}
	}
}

// end multiplies C with times.
func (p *product) end() {
	for i, factor := range p.times[:min(len(p.times), p.m*p.n)] {
		p.c[i] *= factor
	}
}

// inGo computes the product without assembly.
func (p product) inGo() {
	p.start()
	for i := range p.m {
		row := p.c[i*p.ldc : i*p.ldc+p.n]
		for l := range p.k {
			x := p.a[i*p.rowA+l*p.colA]
			for j, y := range p.b[l*p.ldb : l*p.ldb+p.n] {
				row[j] += float32(x * y)
			}
		}
	}
	p.end()
}
