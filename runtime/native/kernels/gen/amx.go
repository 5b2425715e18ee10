package main

import (
	"encoding/binary"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Tiles of AMX, which the assembler does not know: instructions are written as
// bytes, with registers that are chosen here. A tile has up to 16 rows of 64
// bytes. It takes 16 cycles to multiply two, in which vectors can be worked on.
const (
	tileHeight = 16
	tileWidth  = 64
	tileBytes  = tileHeight * tileWidth

	depthTile   = tileWidth / 2 // bfloat16 in a row, which is the depth of a product
	depthHalves = 2             // tiles of the depth of a product of rows
	panelTiles  = 4             // tiles of C beside each other, 0 to 3
	panelBytes  = tileHeight * panelTiles * tileWidth

	tileA, tileB = 4, 5 // of B there are three, in turn
	tilesOfB     = 3

	// fetchesAhead are the cache lines that are fetched with each product of tiles.
	fetchesAhead = 1
)

// The registers that address tiles, and how far the rows of A's and B's lie apart.
var (
	baseA, baseB, tileStep   = reg.RAX, reg.RBX, reg.RCX
	baseC, strideC, baseInit = reg.RDX, reg.RSI, reg.RDI
)

// amx writes the products on tiles, with AVX-512 beside them.
func (g *isa) amx() {
	g.splitRows()
	g.splitColumns()
	g.splitTransposed()
	g.rowsOnTiles()
	g.transposedOnTiles()
}

// encoded writes an instruction as bytes that read registers.
func (g *isa) encoded(inputs []operand.Op, bytes ...byte) {
	for _, b := range bytes {
		g.Instruction(&ir.Instruction{Opcode: "BYTE", Operands: []operand.Op{operand.U8(b)}, Inputs: inputs})
	}
}

// Prefixes of instructions, by what they do; all begin with c4 e2.
const (
	prefixNone = 0x78
	prefixF3   = 0x7a
	prefixF2   = 0x7b
)

// tileMemory moves a tile from or to rows at base + offset, index bytes apart.
func (g *isa) tileMemory(prefix byte, tile int, base reg.GPPhysical, offset int, index reg.GPPhysical) {
	bytes := []byte{0xc4, 0xe2, prefix, 0x4b, 0x84 | byte(tile)<<3, byte(index.ID().Index())<<3 | byte(base.ID().Index())}
	bytes = binary.LittleEndian.AppendUint32(bytes, uint32(offset))
	g.encoded([]operand.Op{base, index}, bytes...)
}

func (g *isa) loadTile(tile int, base reg.GPPhysical, offset int, index reg.GPPhysical) {
	g.tileMemory(prefixF2, tile, base, offset, index)
}

func (g *isa) storeTile(tile int, base reg.GPPhysical, offset int, index reg.GPPhysical) {
	g.tileMemory(prefixF3, tile, base, offset, index)
}

func (g *isa) zeroTile(tile int) { g.encoded(nil, 0xc4, 0xe2, prefixF2, 0x49, 0xc0|byte(tile)<<3) }

// addProduct adds the product of tiles a and b, of bfloat16, to tile c.
func (g *isa) addProduct(c, a, b int) {
	g.encoded(nil, 0xc4, 0xe2, prefixF3&0x87|(^byte(b)&15)<<3, 0x5c, 0xc0|byte(c)<<3|byte(a))
}

// configure begins the use of tiles of the sizes that the parameter config names.
// It belongs to a thread, so each function begins and ends by itself.
func (g *isa) configure() {
	g.Load(g.Param("config"), baseA)
	g.encoded([]operand.Op{baseA}, 0xc4, 0xe2, prefixNone, 0x49, 0x00)
}

// release ends the use of tiles.
func (g *isa) release() { g.encoded(nil, 0xc4, 0xe2, prefixNone, 0x49, 0xc0) }

// tileProduct is a product of split factors.
type tileProduct struct {
	*isa
	ahead reg.GPVirtual // the next cache line to fetch
}

// begin configures the tiles and loads what addresses them.
func (p tileProduct) begin() {
	p.configure()
	p.MOVQ(operand.U32(tileWidth), tileStep)
	p.Load(p.Param("c"), baseC)
	p.Load(p.Param("a"), baseA)
	p.Load(p.Param("b"), baseB)
}

// work is a piece of what is done while tiles are multiplied.
type work func()

// interleaved takes pieces of work from all lists evenly.
func interleaved(lists ...[]work) (all []work) {
	most := 0
	for _, list := range lists {
		most = max(most, len(list))
	}
	for i := range most {
		for _, list := range lists {
			all = append(all, list[i*len(list)/most:(i+1)*len(list)/most]...)
		}
	}
	return all
}

// multiply adds the products of the parts of A and of B to the tiles of C, with work
// in between.
func (p tileProduct) multiply(between []work) {
	count, at, done := len(terms)*panelTiles, 0, 0
	for i, term := range terms {
		if i == 0 || term[0] != terms[i-1][0] {
			p.loadTile(tileA, baseA, term[0]*tileBytes, tileStep)
		}
		for column := range panelTiles {
			b := tileB + at%tilesOfB
			p.loadTile(b, baseB, (term[1]*panelTiles+column)*tileBytes, tileStep)
			p.addProduct(column, tileA, b)
			if at++; between != nil {
				p.fetch()
			}
			for ; done*count < at*len(between); done++ {
				between[done]()
			}
		}
	}
}

// fetch asks for the next cache lines.
func (p tileProduct) fetch() {
	for range fetchesAhead {
		p.PREFETCHT1(operand.Mem{Base: p.ahead})
		p.ADDQ(p.parameter("step"), p.ahead)
	}
}

// storeSums writes the tiles of C.
func (p tileProduct) storeSums() {
	p.Load(p.Param("ldc"), strideC)
	for column := range panelTiles {
		p.storeTile(column, baseC, column*p.bytes(), strideC)
	}
}

// loadSums reads the tiles of C from base, rows the parameter stride apart.
func (p tileProduct) loadSums(base reg.GPPhysical, stride string) {
	p.Load(p.Param(stride), strideC)
	for column := range panelTiles {
		p.loadTile(column, base, column*p.bytes(), strideC)
	}
}
