package ir

import "fmt"

// written writes a function in operators that work element by element, for values of any shapes
// that fit together, such as tables of slots. The function itself is written for columns of
// rows. written returns the results of the function for the values.
func written(e Emitter, values []string, text func(b *Builder, columns []*Value) []*Value) (results []string) {
	const rows = "rows"
	m, f := &Module{Dims: []Dimension{{Symbol: rows, Rows: true}}}, &Func{}
	b := newBuilder(m, f)
	names := map[*Value]string{}
	for i, value := range values {
		names[b.Input(fmt.Sprint("x", i), Floats(Rows(rows), 1))] = value
	}
	made := text(b, f.Inputs)
	for _, node := range f.Nodes {
		args := make([]string, len(node.Args))
		for i, arg := range node.Args {
			args[i] = names[arg]
		}
		names[node.Result()] = node.Op.ONNX(e, node, args)
	}
	for _, result := range made {
		results = append(results, names[result])
	}
	return results
}
