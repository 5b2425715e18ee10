package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A transposed A is taken by groups of 16 of its columns, which are rows of C, and
// by chunks of 32 of its rows, which are the depth.
const groups = 4 // of columns

// splitTransposed writes the function that splits a group of a chunk.
func (g *isa) splitTransposed() {
	g.function("splitTransposed", "to *byte, a *float32, rowA int",
		"splits 16 columns of 32 rows of A, rowA bytes apart, which become rows of a tile for each part.")
	for _, piece := range g.transposedSplitter(g.splitter(), "to", "a").work() {
		piece()
	}
	g.end()
}

// transposedOnTiles writes the product A^T B. While it multiplies a group it splits
// the next one, and a quarter of the next rows of B.
func (g *isa) transposedOnTiles() {
	g.function("matmulTransposed", "config *byte, c *float32, ldc int, a, b *byte, chunks int, "+
		"otherA *byte, fromA *float32, rowA, jump int, otherB *byte, fromB *float32, ldb int, ahead *float32, step int",
		"computes C = C + A^T B for 64 columns of A and of B, for chunks of 32 rows,", "from split factors, with strides in bytes: a has the first 16 columns of A, b all of B.",
		"Meanwhile it splits what follows, to otherA and a and to otherB and b in turn: further columns of A, which begins", "at fromA, the next chunk jump bytes after the present one, and of B the chunks at fromB.",
		"It fetches cache lines at ahead, step bytes apart.")
	p := tileProduct{g, g.integer("ahead")}
	p.begin()
	split := g.splitter()
	columns := g.transposedSplitter(split, "otherA", "fromA")
	rows := g.columnSplitter(split, "otherB", "fromB")
	g.ADDQ(operand.I32(tileWidth), columns.from)
	g.SHLQ(operand.U8(2), g.parameter("chunks")) // counts groups now
	g.Label("groups")
	p.loadSums(baseC, "ldc")
	p.multiply(interleaved(columns.work(), rows.work()))
	p.storeSums()
	g.SHLQ(operand.U8(4), strideC)
	g.ADDQ(strideC, baseC)
	g.ADDQ(operand.I32(tileWidth), columns.from)
	g.XCHGQ(columns.to, baseA)
	g.DECQ(g.parameter("chunks"))
	g.whenLeft(1, func() {
		g.SUBQ(operand.I32(groups*tileWidth), columns.from)
		g.ADDQ(g.parameter("jump"), columns.from)
	})
	g.whenLeft(0, func() {
		g.MOVQ(g.parameter("ldc"), strideC)
		g.SHLQ(operand.U8(6), strideC)
		g.SUBQ(strideC, baseC)
		g.ADDQ(rows.second, rows.from)
		g.SUBQ(operand.I32(tileBytes), rows.to)
		g.XCHGQ(rows.to, baseB)
	})
	g.CMPQ(g.parameter("chunks"), operand.I8(0))
	g.JNE(operand.LabelRef("groups"))
	g.release()
	g.end()
}

// whenLeft calls do when left groups of a chunk are left.
func (g *isa) whenLeft(left int, do func()) {
	label := fmt.Sprintf("left%d", left)
	g.MOVQ(g.parameter("chunks"), strideC)
	g.ANDQ(operand.I8(groups-1), strideC)
	g.CMPQ(strideC, operand.I8(left))
	g.JNE(operand.LabelRef(label))
	do()
	g.Label(label)
}

// transposedSplitter splits a group of a chunk.
type transposedSplitter struct {
	quads
	split    split
	from, to reg.GPVirtual
}

func (g *isa) transposedSplitter(split split, to, from string) transposedSplitter {
	s := transposedSplitter{split: split, from: g.integer(from), to: g.integer(to)}
	s.quads = g.quads(g.integer("rowA"))
	return s
}

// work returns the work of splitting, four columns at a time.
func (s transposedSplitter) work() (all []work) {
	for column := 0; column < tileHeight; column += quad {
		var halves [2][quad]reg.VecVirtual
		for half := range halves {
			for row := range quad {
				all = append(all, func() {
					if half+row == 0 {
						s.MOVQ(s.from, s.at)
					}
					halves[half][row] = s.lanesOf(column)
					s.ADDQ(s.parameter("rowA"), s.at)
					if row == quad-1 {
						halves[half] = s.transposed(halves[half])
						s.ADDQ(s.twelve, s.at)
					}
				})
			}
		}
		for i := range quad {
			all = append(all, func() {
				for part, joined := range s.split(halves[0][i], halves[1][i]) {
					s.VMOVUPS(joined, operand.Mem{Base: s.to, Disp: part*tileBytes + (column+i)*tileWidth})
				}
			})
		}
	}
	return all
}
