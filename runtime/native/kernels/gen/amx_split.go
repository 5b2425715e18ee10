package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Products on tiles take each float32 as the sum of three bfloat16, of 8 digits
// each, and add up the six of their nine products that reach its last digit:
// the others are below 2^-26 of the whole.
const (
	parts    = 3          // bfloat16 of a float32
	partHalf = 1 << 15    // half of the last digit that a part keeps
	partMask = 0xffff0000 // the digits of a part

	// pairs are in a row of a tile: value i of 32 with value i + 16.
	pairs     = depthTile / 2
	tileParts = parts * tileBytes
)

// terms are the products of parts of the left and the right factor.
var terms = [][2]int{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {2, 0}}

// split is the code that splits two vectors of float32, and joins the parts of both: the
// parts of low in the lower halves of lanes.
type split func(low, high reg.VecVirtual) [parts]reg.VecVirtual

func (g *isa) splitter() split {
	half, digits, join := g.heldBits(partHalf), g.heldBits(partMask), g.joiner()
	return func(low, high reg.VecVirtual) (joined [parts]reg.VecVirtual) {
		for i := range parts - 1 {
			lower, upper := g.vector(), g.vector()
			g.VPADDD(half, low, lower)
			g.VPADDD(half, high, upper)
			g.VPANDD(digits, lower, lower)
			g.VPANDD(digits, upper, upper)
			g.VSUBPS(lower, low, low)
			g.VSUBPS(upper, high, high)
			joined[i] = join(lower, upper)
		}
		joined[parts-1] = join(low, high)
		return joined
	}
}

// joiner returns the code that moves the upper halves of low in place of the lower
// halves of high. One of the two units that add and multiply rests while tiles are
// in use, but still shuffles bytes.
func (g *isa) joiner() func(low, high reg.VecVirtual) reg.VecVirtual {
	const lowerHalves = 0x3333333333333333 // of lanes, a bit for each byte
	upperBytes, bits, lower := g.vector(), g.GP64(), g.K()
	g.VMOVUPS(g.lanetable(1, func(lane, _ int) int {
		first := lane % 4 * float
		return (first+3)<<8 | (first + 2)
	}), upperBytes)
	g.MOVQ(operand.U64(lowerHalves), bits)
	g.KMOVQ(bits, lower)
	return func(low, high reg.VecVirtual) reg.VecVirtual {
		g.VPSHUFB(upperBytes, low, lower, high)
		return high
	}
}

// splitRow splits 32 values at from, for a row of a tile for each part.
func (g *isa) splitRow(split split, from, to operand.Mem) {
	low, high := g.vector(), g.vector()
	g.VMOVUPS(from, low)
	g.VMOVUPS(from.Offset(pairs*float), high)
	for part, joined := range split(low, high) {
		g.VMOVUPS(joined, to.Offset(part*tileBytes))
	}
}

// splitRows writes the function that splits rows of A.
func (g *isa) splitRows() {
	g.function("splitRows", "to *byte, a *float32, rowA, rows int",
		"splits up to 16 rows of 64 values of A, rowA bytes apart:", "for each half of them, a tile for each part.")
	split := g.splitter()
	to, from, rowA, left := g.integer("to"), g.integer("a"), g.integer("rowA"), g.integer("rows")
	g.loop("rows", left, 1, func() {
		for half := range depthHalves {
			g.splitRow(split, operand.Mem{Base: from, Disp: half * depthTile * float}, operand.Mem{Base: to, Disp: half * tileParts})
		}
		g.ADDQ(rowA, from)
		g.ADDQ(operand.I32(tileWidth), to)
	})
	g.end()
}

// splitColumns writes the function that splits columns of B.
func (g *isa) splitColumns() {
	g.function("splitColumns", "to *byte, b *float32, ldb, halves int",
		"splits rows of 64 columns of B, ldb bytes apart: for each 32 of them,", "four tiles of pairs of rows beside each other for each part.")
	s := g.columnSplitter(g.splitter(), "to", "b")
	halves, left := g.integer("halves"), g.GP64()
	g.loop("halves", halves, 1, func() {
		g.MOVQ(operand.U32(pairs), left)
		g.loop("pairs", left, 1, func() {
			for tile := range panelTiles {
				s.pairs(tile)
			}
			s.next()
		})
		s.skip()
	})
	g.end()
}

// columnSplitter splits pairs of rows of 64 columns.
type columnSplitter struct {
	*isa
	split            split
	to, from, second reg.GPVirtual // how far the second of a pair lies after the first
}

func (g *isa) columnSplitter(split split, to, from string) columnSplitter {
	s := columnSplitter{g, split, g.integer(to), g.integer(from), g.integer("ldb")}
	g.SHLQ(operand.U8(4), s.second)
	return s
}

// pairs splits 16 columns of a pair of rows.
func (s columnSplitter) pairs(tile int) {
	low, high := s.vector(), s.vector()
	s.VMOVUPS(operand.Mem{Base: s.from, Disp: tile * s.bytes()}, low)
	s.VMOVUPS(operand.Mem{Base: s.from, Index: s.second, Scale: 1, Disp: tile * s.bytes()}, high)
	for part, joined := range s.split(low, high) {
		s.VMOVUPS(joined, operand.Mem{Base: s.to, Disp: (part*panelTiles + tile) * tileBytes})
	}
}

// next goes on to the next pair of rows.
func (s columnSplitter) next() {
	s.ADDQ(s.parameter("ldb"), s.from)
	s.ADDQ(operand.I32(tileWidth), s.to)
}

// skip goes on to the next 32 rows.
func (s columnSplitter) skip() {
	s.ADDQ(s.second, s.from)
	s.ADDQ(operand.I32(panelTiles*tileParts-tileBytes), s.to)
}

// work returns the work of splitting a quarter of 32 rows.
func (s columnSplitter) work() (all []work) {
	for range pairs / groups {
		for tile := range panelTiles {
			all = append(all, func() {
				s.pairs(tile)
				if tile == panelTiles-1 {
					s.next()
				}
			})
		}
	}
	return all
}
