package kernels

import (
	"sync"
	"unsafe"
)

// The level amx is AVX-512 with large products on tiles of AMX, which multiply
// bfloat16 and add up float32. Each float32 is the sum of three bfloat16, each
// what is left rounded to 8 digits, and the six of their nine products that reach
// the last digit are added up: the error is at most the error of multiply-adds. It
// differs at the ends of the range: digits below 2^-126 are lost, and an infinity or a
// number above 3.39e38 makes NaN.
var amx = withTiles(*avx512)

func withTiles(l level) *level {
	l.name, l.amx = "amx", true
	return &l
}

// Sizes of products on tiles, as in the generator.
const (
	amxRows    = 16   // rows of a tile
	amxBytes   = 1024 // of a tile
	amxParts   = 3    // bfloat16 that a float32 is the sum of
	amxColumns = 64   // of C, in four tiles beside each other
	amxDepth   = 64   // of the sum, in two tiles
	amxChunk   = 32   // rows of a transposed A, the depth of a tile
)

// Products of fewer rows, or of a transposed A of less depth, take longer on tiles
// than without. Factors are split first, and for 0.7 us after a product on tiles the
// processor adds and multiplies vectors at half its rate.
const leastRows, leastDepth = 100, 200

// One call takes at most amxPortion tiles of rows, or chunks: some 10 us. It fetches
// aheadOfTile cache lines with each tile and aheadOfChunk with each chunk.
const (
	amxPortion                = 32
	aheadOfTile, aheadOfChunk = 48, 96
)

// onTiles computes a product if it is one for tiles, and reports whether it is: its
// columns and its depth are multiples of 64, and rows of A are dense and many.
func (p *product) onTiles() bool {
	if p.rowA == 1 && p.colA > 1 {
		return p.transposedOnTiles()
	}
	if p.k == 0 || p.n%amxColumns != 0 || p.k%amxDepth != 0 || p.colA != 1 || p.m < leastRows {
		return false
	}
	if p.rows != nil && p.n != amxColumns {
		p.repeat(0, p.m)
		p.rows = nil
	}
	factors := splitMemory.Get().(*splitFactors)
	for j := 0; j < p.n; j += amxColumns {
		for l := 0; l < p.k; l += amxDepth {
			p.panelOnTiles(factors, j, l)
		}
	}
	splitMemory.Put(factors)
	if p.n > amxColumns {
		p.endRows(0, p.m)
	}
	return true
}

// panelOnTiles adds what 64 of the depth bring to 64 columns of C. While one half of
// the depth of a tile of rows is multiplied, the other is split, or the first of the
// next tile, and the rows before are ended. The first has none before it and the last
// none after it.
func (p *product) panelOnTiles(factors *splitFactors, j, l int) {
	b, rowA, ldc := &p.b[l*p.ldb+j], p.rowA*size, p.ldc*size
	splitColumnsAMX(factors.b, b, p.ldb*size, amxDepth/amxChunk)
	splitRowsAMX(factors.a, &p.a[l], rowA, amxRows)
	multiply, whole := p.ending(l), p.m/amxRows
	last := (whole - 1) * amxRows
	if p.rows != nil && l == 0 {
		p.repeat(last, p.m-last)
	}
	for tile, count := 0, 1; tile < whole; tile += count {
		row, use, jump := tile*amxRows, matmulTilesAMX, amxRows*rowA
		if tile > 0 {
			use, count = multiply, max(1, min(amxPortion, whole-1-tile))
		}
		if row == last {
			jump = 0
		}
		init, ldinit := p.initOnTiles(row, j, l, last)
		ended := p.operandsOf(row - amxRows)
		ahead, step := p.ahead.take(count*aheadOfTile, b)
		use(tileSizes(amxRows), &p.c[row*p.ldc+j], ldc, factors.a, factors.b, init, ldinit, count,
			factors.otherA, &p.a[row*p.rowA+l+amxDepth/2], rowA, jump, ahead, step, ended.operand, ended.rows, ended.left, p.repeats)
	}
	if rows := p.m % amxRows; rows > 0 {
		splitRowsAMX(factors.a, &p.a[(p.m-rows)*p.rowA+l], rowA, rows)
		init, ldinit := p.initOnTiles(p.m-rows, j, l, last)
		matmulTileAMX(tileSizes(rows), &p.c[(p.m-rows)*p.ldc+j], ldc, factors.a, factors.b, init, ldinit)
	}
	if p.endsWith(l) {
		p.endRows(last, p.m-last)
	}
}

// initOnTiles is init. Rows that are repeated are added at the end of all rows of C
// but for those from last on, which no assembly ends: these begin with them.
func (p *product) initOnTiles(row, j, l, last int) (*float32, int) {
	if p.rows != nil && l == 0 && row < last {
		return nil, 0
	}
	return p.init(row, j, l)
}

// rowsOnTiles is a product for tiles of rows in assembly, which ends the rows before
// each: config, C, split factors, what C begins with, how many tiles, the
// rows to split, memory to fetch, and the operands of the ending.
type rowsOnTiles func(config *byte, c *float32, ldc int, a, b *byte, init *float32, ldinit, tiles int,
	other *byte, from *float32, rowA, jump int, ahead *float32, step int, operand, rows *float32, left, repeats int)

// endsWith reports whether something follows the sum, and can be done once the
// depth from l on is added.
func (p *product) endsWith(l int) bool {
	return p.n == amxColumns && l+amxDepth == p.k && (p.silu || p.times != nil)
}

// ending is the product that ends rows with what follows.
func (p *product) ending(l int) rowsOnTiles {
	switch {
	case !p.endsWith(l):
		return matmulTilesAMX
	case p.rows != nil:
		return matmulTilesRowsTimesAMX
	case p.times != nil:
		return matmulTilesTimesAMX
	case p.slope != nil:
		return matmulTilesSlopeAMX
	}
	return matmulTilesSiLUAMX
}

// operandsOfRows are where rows that are ended find what they are ended with: the other
// operand, the repeated row of the first and how often that is still used.
type operandsOfRows struct {
	operand, rows *float32
	left          int
}

// operandsOf are the operands of a row and those after it; of none before the first.
func (p *product) operandsOf(row int) (o operandsOfRows) {
	if row < 0 {
		return o
	}
	switch {
	case p.times != nil:
		o.operand = &p.times[row*p.n]
	case p.slope != nil:
		o.operand = &p.slope[row*p.n]
	}
	if p.rows != nil {
		o.rows, o.left = &p.rows[row/p.repeats*p.n], p.repeats-row%p.repeats
	}
	return o
}

// endRows applies to rows of C what follows the product.
func (p *product) endRows(from, rows int) {
	switch c := p.c[from*p.n:][:rows*p.n]; {
	case p.times != nil:
		mul(c, c, p.times[from*p.n:][:len(c)])
	case p.silu:
		p.applySiLU(from, rows)
	}
}

// transposedOnTiles is onTiles for a transposed A, whose columns are rows of C: they
// are a multiple of 64.
func (p *product) transposedOnTiles() bool {
	if p.m%amxColumns != 0 || p.n%amxColumns != 0 || p.k < leastDepth || p.times != nil || p.silu {
		return false
	}
	p.start()
	factors := splitMemory.Get().(*splitFactors)
	for i := 0; i < p.m; i += amxColumns {
		for j := 0; j < p.n; j += amxColumns {
			p.sumOnTiles(factors, i, j)
		}
	}
	splitMemory.Put(factors)
	if rest := p.k % amxChunk; rest > 0 {
		from := p.k - rest
		active.matmul(product{c: p.c, ldc: p.ldc, a: p.a[from*p.colA:], rowA: 1, colA: p.colA, b: p.b[from*p.ldb:], ldb: p.ldb,
			m: p.m, n: p.n, k: rest, accumulate: true})
	}
	return true
}

// sumOnTiles adds what whole chunks of rows bring to 64 rows and columns of C. While
// a chunk is multiplied the next is split; after the last, that one again.
func (p *product) sumOnTiles(factors *splitFactors, i, j int) {
	rowA, ldb := p.colA*size, p.ldb*size
	a := func(chunk int) *float32 { return &p.a[chunk*amxChunk*p.colA+i] }
	b := func(chunk int) *float32 { return &p.b[chunk*amxChunk*p.ldb+j] }
	present, next := factors.b, factors.otherB
	splitTransposedAMX(factors.a, a(0), rowA)
	splitColumnsAMX(present, b(0), ldb, 1)
	whole := p.k / amxChunk
	for chunk, count := 0, 0; chunk < whole; chunk += count {
		follows, jump := chunk+1, amxChunk*rowA
		if count = min(amxPortion/2, whole-1-chunk); count == 0 {
			count, follows, jump = 1, chunk, 0
		}
		ahead, step := p.ahead.take(count*aheadOfChunk, &p.b[0])
		matmulTransposedAMX(tileSizes(amxRows), &p.c[i*p.ldc+j], p.ldc*size, factors.a, present, count,
			factors.otherA, a(chunk), rowA, jump, next, b(follows), ldb, ahead, step)
		if count%2 == 1 {
			present, next = next, present
		}
	}
}

// splitFactors is memory for the parts of rows of A and of columns of B, and for
// those that are split while the former are multiplied. B is as deep as A where
// it does not change, and then uses the memory of both.
type splitFactors struct{ a, otherA, b, otherB *byte }

var splitMemory = sync.Pool{New: func() any {
	const line = 64
	const a, b = amxParts * amxBytes, amxParts * amxBytes * amxColumns / amxRows
	memory := make([]byte, 2*a+2*b+line)
	memory = memory[-uintptr(unsafe.Pointer(&memory[0]))%line:]
	return &splitFactors{&memory[0], &memory[a], &memory[2*a], &memory[2*a+b]}
}}

// tileConfig is what the instruction LDTILECFG reads: rows, and bytes of a row, of
// each tile. The tiles of C, 0 to 3, and of A, 4, have few rows where C ends.
type tileConfig struct {
	palette, _ uint8
	_          [14]uint8
	rowBytes   [16]uint16
	rows       [16]uint8
}

var tileConfigs = func() (all [amxRows + 1]tileConfig) {
	for rows := range all {
		all[rows].palette = 1
		for tile := range 8 {
			all[rows].rowBytes[tile] = amxBytes / amxRows
			all[rows].rows[tile] = amxRows
			if tile <= 4 {
				all[rows].rows[tile] = uint8(rows)
			}
		}
	}
	return all
}()

// tileSizes returns the sizes of tiles for the given number of rows of C.
func tileSizes(rows int) *byte { return &tileConfigs[rows].palette }
