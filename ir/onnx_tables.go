package ir

import "fmt"

// bodyTables writes the values of a definition in operators as ONNX tables of bodies. The
// definition is for rows of bodies. Its tables are [times,rows,height,width], with a matrix of the
// columns of each row; columns alone are a matrix of height 1. Tables that are the same at several
// times may have one.
type bodyTables struct {
	*Builder
	e     Emitter
	known map[*Value]bodyTable
}

// bodyTable is an ONNX value with the extents of its axes besides the rows.
type bodyTable struct {
	name                 string
	times, height, width int
}

const tableRows = "rows"

func newBodyTables(e Emitter) *bodyTables {
	m := &Module{Dims: []Dimension{{Symbol: tableRows, Rows: true}}}
	return &bodyTables{newBuilder(m, &Func{}), e, map[*Value]bodyTable{}}
}

// columns returns an input of the definition, whose ONNX table has these columns.
func (t *bodyTables) columns(name string, times, columns int) *Value {
	v := t.Input(t.free(), Floats(Rows(tableRows), columns))
	t.known[v] = bodyTable{name, times, 1, columns}
	return v
}

// index returns an input of the definition, which is int64[rows] in ONNX.
func (t *bodyTables) index(name string) *Value {
	v := t.Input(t.free(), Indices(tableRows, Rows(tableRows)))
	t.known[v] = bodyTable{name: name}
	return v
}

// free returns a name for another input.
func (t *bodyTables) free() string { return fmt.Sprint("x", len(t.graph.Inputs)) }

// written writes a value of the definition, if it is new, and what it depends on.
func (t *bodyTables) written(v *Value) bodyTable {
	made, ok := t.known[v]
	if !ok {
		made = t.write(v.Node)
		for _, arg := range v.Node.Args {
			made.times = max(made.times, t.known[arg].times)
		}
		t.known[v] = made
	}
	return made
}

// inColumns writes a value as columns.
func (t *bodyTables) inColumns(v *Value) string { return t.ofWidth(v, v.Type.Columns()).name }

// ofWidth writes a value as matrices of a width, which also become its table.
func (t *bodyTables) ofWidth(v *Value, width int) bodyTable {
	made := t.written(v)
	if made.width != width {
		made.height, made.width = made.height*made.width/width, width
		extents := []int64{int64(made.times), -1, int64(made.height), int64(width)}
		made.name = t.e.Op("Reshape", nil, made.name, t.e.Ints(extents, 4))
		t.known[v] = made
	}
	return made
}

// write writes a node. Most operators have the same form for tables as for rows.
func (t *bodyTables) write(n *Node) (made bodyTable) {
	args, columns := n.Args, n.Result().Type.Columns()
	switch n.Op.Name {
	case RowMatMul:
		x := t.ofWidth(args[0], n.Int("inner"))
		y := t.ofWidth(args[1], args[1].Type.Columns()/n.Int("inner"))
		if n.Bool("transpose_x") || n.Bool("transpose_y") {
			panic("matrices of tables are not transposed")
		}
		return bodyTable{t.e.Op("MatMul", nil, x.name, y.name), 1, x.height, y.width}
	case Gather:
		x := t.written(args[0])
		return bodyTable{t.e.Op("Gather", along(1), x.name, t.written(args[1]).name), 1, x.height, x.width}
	case Columns:
		x, start, stop := t.written(args[0]), n.Int("start"), n.Int("stop")
		if x.height > 1 && start%x.width == 0 && stop%x.width == 0 { // these are rows of the matrix
			height := columns / x.width
			return bodyTable{t.slice(x.name, 2, start/x.width, stop/x.width), 1, height, x.width}
		}
		return bodyTable{t.slice(t.inColumns(args[0]), 3, start, stop), 1, 1, columns}
	}
	names := make([]string, len(args))
	for i, arg := range args {
		names[i] = t.inColumns(arg)
	}
	if n.Is(Concat) {
		return bodyTable{t.e.Op("Concat", along(3), names...), 1, 1, columns}
	}
	return bodyTable{n.Op.ONNX(t.e, n, names), 1, 1, columns}
}

func (t *bodyTables) slice(x string, axis, start, stop int) string {
	return rowsEmitter{e: t.e}.slice(x, axis, start, stop)
}
