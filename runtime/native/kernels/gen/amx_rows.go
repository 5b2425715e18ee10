package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// rowEnding ends rows of C: a name, how many vectors it takes together, of how many
// operands, C the first, and the code, whose second result takes the place of the
// second operand. No code leaves rows as they are.
type rowEnding struct {
	name               string
	together, operands int
	prologue           func() body
}

// rowEndings are what a product of rows may end with.
func (g *isa) rowEndings() []rowEnding {
	times := func(x ...[]reg.VecVirtual) [][]reg.VecVirtual {
		for i, factor := range x[1] {
			g.VMULPS(factor, x[0][i], x[0][i])
		}
		return x[:1]
	}
	return []rowEnding{
		{name: ""},
		{"SiLU", 2, 1, g.siluBody},
		{"Slope", 2, 1, g.slopeBody},
		{"Times", panelTiles, 2, func() body { return times }},
		{"RowsTimes", panelTiles, operandRows + 1, func() body {
			return func(x ...[]reg.VecVirtual) [][]reg.VecVirtual {
				for i, row := range x[operandRows] {
					g.VADDPS(row, x[0][i], x[0][i])
				}
				return times(x[:operandRows]...)
			}
		}},
	}
}

// operandRows is the number of the operand whose rows are repeated.
const operandRows = 2

// rowsOnTiles writes the products of rows of A with B, 64 columns wide and 64 deep.
func (g *isa) rowsOnTiles() {
	g.function("matmulTile", "config *byte, c *float32, ldc int, a, b *byte, init *float32, ldinit int",
		"computes C = init + A B for up to 16 rows, from split factors, with strides in bytes.", "No init means zero.")
	p := tileProduct{isa: g}
	p.begin()
	p.tile(nil, nil)
	g.release()
	g.end()
	for _, ending := range g.rowEndings() {
		g.tileRows(ending)
	}
}

// tileRows writes the product for tiles of 16 rows. While it multiplies one it splits
// the rows of A for the next and ends the rows of C before.
func (g *isa) tileRows(ending rowEnding) {
	doc := []string{"computes C = init + A B for tiles of 16 rows, from split factors, with strides", "in bytes. No init means zero. a has half of the depth. Meanwhile it splits rows of A, from the other half of the present",
		"ones on, to other and a in turn; those of each tile are jump bytes after those before. It fetches cache lines at ahead, step bytes apart."}
	if ending.prologue != nil {
		doc = append(doc, "It ends the 16 rows of C before each tile; they are dense, as those of operand.",
			"Of rows, each belongs to repeats rows of C, the first to those left.")
	}
	g.function("matmulTiles"+ending.name, "config *byte, c *float32, ldc int, a, b *byte, init *float32, ldinit, tiles int, "+
		"other *byte, from *float32, rowA, jump int, ahead *float32, step int, operand, rows *float32, left, repeats int", doc...)
	p := tileProduct{g, g.integer("ahead")}
	rows := &rowSplitter{g, g.splitter(), g.integer("from"), g.integer("other"), g.integer("rowA")}
	p.begin()
	between := rows.work()
	if ending.prologue != nil {
		ended := endedRows{isa: g, rowEnding: ending, compute: ending.prologue()}
		ended.rows = [2]reg.GPVirtual{g.GP64(), g.integer("operand")}
		g.LEAQ(operand.Mem{Base: baseC, Disp: -panelBytes}, ended.rows[0])
		if ending.operands > operandRows {
			ended.repeated, ended.left = g.integer("rows"), g.integer("left")
		}
		between = interleaved(between, ended.work())
	}
	g.Label("tiles")
	p.tile(between, rows)
	p.nextRows()
	g.DECQ(g.parameter("tiles"))
	g.JNZ(operand.LabelRef("tiles"))
	g.release()
	g.end()
}

// tile computes a tile of rows of C, with other work for each half of the depth, which
// splits rows for the next. Without, A has both halves.
func (p tileProduct) tile(between []work, rows *rowSplitter) {
	half := p.AllocLocal(8)
	p.MOVQ(operand.I32(depthHalves), half)
	p.start()
	p.Label("halves")
	p.multiply(between)
	p.ADDQ(operand.I32(panelTiles*tileParts), baseB)
	if rows != nil {
		p.XCHGQ(rows.to, baseA)
	} else {
		p.ADDQ(operand.I32(tileParts), baseA)
	}
	p.DECQ(half)
	p.JZ(operand.LabelRef("whole"))
	if rows != nil {
		p.ADDQ(p.parameter("jump"), rows.from)
		p.SUBQ(operand.I32(depthTile*float), rows.from)
	}
	p.JMP(operand.LabelRef("halves"))
	p.Label("whole")
	if rows != nil {
		p.ADDQ(operand.I32(depthTile*float), rows.from)
	}
	p.SUBQ(operand.I32(depthHalves*panelTiles*tileParts), baseB)
	p.storeSums()
}

// start loads the sums that a tile starts from.
func (p tileProduct) start() {
	p.Load(p.Param("init"), baseInit)
	p.TESTQ(baseInit, baseInit)
	p.JZ(operand.LabelRef("zero"))
	p.loadSums(baseInit, "ldinit")
	p.JMP(operand.LabelRef("ready"))
	p.Label("zero")
	for column := range panelTiles {
		p.zeroTile(column)
	}
	p.Label("ready")
}

// nextRows goes on to the next 16 rows of C.
func (p tileProduct) nextRows() {
	move := p.integer("ldinit")
	p.SHLQ(operand.U8(4), move)
	p.ADDQ(move, p.parameter("init"))
	move = p.integer("ldc")
	p.SHLQ(operand.U8(4), move)
	p.ADDQ(move, baseC)
}

// rowSplitter splits 16 rows of A, half of their values at a time.
type rowSplitter struct {
	*isa
	split          split
	from, to, rowA reg.GPVirtual
}

// work returns the work of splitting one half, which ends with its first row.
func (s *rowSplitter) work() (all []work) {
	for row := range tileHeight {
		all = append(all, func() {
			s.splitRow(s.split, operand.Mem{Base: s.from}, operand.Mem{Base: s.to, Disp: row * tileWidth})
			s.ADDQ(s.rowA, s.from)
			if row == tileHeight-1 {
				back := s.GP64()
				s.MOVQ(s.rowA, back)
				s.SHLQ(operand.U8(4), back)
				s.SUBQ(back, s.from)
			}
		})
	}
	return all
}

// endedRows are rows of C that are ended, and rows of a second operand.
type endedRows struct {
	*isa
	rowEnding
	compute        body
	rows           [2]reg.GPVirtual
	repeated, left reg.GPVirtual // the present row of the third operand, and how often it is still used
}

// work returns the work of ending 8 rows, some vectors together.
func (e endedRows) work() (all []work) {
	const half = panelBytes / depthHalves
	step := e.together * e.bytes()
	for at := 0; at < half; at += step {
		all = append(all, func() {
			vector := func(k, i int) operand.Mem {
				if k == operandRows {
					return operand.Mem{Base: e.repeated, Disp: i * e.bytes()}
				}
				return operand.Mem{Base: e.rows[k], Disp: at + i*e.bytes()}
			}
			e.apply(e.compute, e.operands, e.together, nil, vector, vector)
			if e.operands > operandRows {
				e.nextRepeated()
			}
			if at+step == half {
				for _, rows := range e.rows {
					e.ADDQ(operand.I32(half), rows)
				}
			}
		})
	}
	return all
}

// nextRepeated goes on to the next row of the third operand, if the present one has
// been used as often as it is repeated.
func (e endedRows) nextRepeated() {
	next := e.GP64()
	e.LEAQ(operand.Mem{Base: e.repeated, Disp: panelTiles * tileWidth}, next)
	e.DECQ(e.left)
	e.CMOVQEQ(next, e.repeated)
	e.CMOVQEQ(e.parameter("repeats"), e.left)
}
