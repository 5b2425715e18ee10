package ir

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"gmnc/internal/test/digests"
)

// emitted is an Emitter that lists what it is asked for, one value in each line.
type emitted struct {
	lines []string
	kept  map[*Value][]string
}

func (e *emitted) add(format string, arguments ...any) string {
	e.lines = append(e.lines, fmt.Sprintf(format, arguments...))
	return fmt.Sprintf("v%d", len(e.lines))
}

func (e *emitted) Op(kind string, attrs map[string]any, inputs ...string) string {
	var given []string
	for _, name := range slices.Sorted(maps.Keys(attrs)) {
		given = append(given, fmt.Sprintf("%s=%v", name, attrs[name]))
	}
	return e.add("%s%v%v", kind, given, inputs)
}

func (e *emitted) Ints(values []int64, shape ...int64) string { return e.add("%v%v", values, shape) }
func (e *emitted) Reduce(kind, x string) string               { return e.add("%s of columns of %s", kind, x) }
func (e *emitted) Bools(values []bool, shape ...int64) string { return e.add("%v%v", values, shape) }
func (e *emitted) Floats(values []float64, shape ...int64) string {
	return e.add("%g%v", values, shape)
}
func (e *emitted) Size(symbol string) string            { return e.add("size of %s", symbol) }
func (e *emitted) Receivers(outer, inner string) string { return e.add("%s of %s", outer, inner) }
func (e *emitted) Groups(rows string) string            { return e.add("groups of %s", rows) }
func (e *emitted) Systems(rows string) (count, size string) {
	return e.add("systems of %s", rows), e.add("rows of systems of %s", rows)
}
func (e *emitted) Keep(v *Value, form ...string) { e.kept[v] = form }
func (e *emitted) Kept(v *Value) []string        { return e.kept[v] }

// TestFormsInONNX: each operator is written in the ONNX operators of which testdata/onnx_forms.txt has
// the number and a digest, for each of its samples.
func TestFormsInONNX(t *testing.T) {
	const path = "../testdata/onnx_forms.txt"
	var lines []string
	for _, op := range Ops() {
		if op.ONNX == nil {
			continue
		}
		for k, sample := range op.Samples {
			node := sampleCallModule(t, op, sample).Main.Nodes[0]
			e := &emitted{kept: map[*Value][]string{}}
			var args []string
			for i := range node.Args {
				args = append(args, argName(i))
			}
			result := op.ONNX(e, node, args)
			text := strings.Join(append(e.lines, result), "\n")
			for _, v := range slices.SortedFunc(maps.Keys(e.kept), func(a, b *Value) int { return strings.Compare(a.Name, b.Name) }) {
				text += fmt.Sprint("\n", v.Name, e.kept[v])
			}
			lines = append(lines, fmt.Sprintf("%s %d: %d values, %s", op.Name, k, len(e.lines), digests.Of([]byte(text), 12)))
		}
	}
	if *update {
		digests.Renew(t, path, lines)
	}
	digests.Require(t, digests.Read(t, path), lines, "another form than testdata/onnx_forms.txt has; go test ./ir -update renews it")
}
