package ir

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEveryOperatorIsComplete(t *testing.T) {
	for _, op := range Ops() {
		require.NotEmpty(t, op.Samples, "%s has no samples, so no backend is tested with it", op.Name)
		if op.Means == nil {
			require.NotNil(t, op.ONNX, "%s has no ONNX form", op.Name)
			require.NotNil(t, op.Infer, "%s has no shape rule", op.Name)
			require.NotNil(t, op.Eval, "%s has no evaluation", op.Name)
		}
		found, err := LookupOp(op.Name)
		require.NoError(t, err)
		require.Same(t, op, found)
	}
	_, err := LookupOp("convolve")
	require.EqualError(t, err, `there is no operator "convolve"`)
}

func TestSamplesKeepTheShapeRule(t *testing.T) {
	forEachSample(t, func(t *testing.T, c sampleCall) {
		require.Len(t, c.sample.Attrs, len(c.op.Attrs), "attributes are those declared")
		outputs, err := Eval(c.module, c.inputs, c.sizes)
		require.NoError(t, err)
		y, declared := outputs["y"], c.module.Main.Output("y").Type
		require.Equal(t, c.sizes.extents(declared), y.Shape)
		count := 1
		for _, extent := range y.Shape {
			count *= extent
		}
		if declared.DType == Index {
			require.Len(t, y.Index, count)
			require.Nil(t, y.Float)
		} else {
			require.Len(t, y.Float, count)
			require.Nil(t, y.Index)
		}
	})
}

func TestWrongAttributesAreNamed(t *testing.T) {
	m := SampleModule()
	x := []Type{Floats(Rows("particles"), 3)}
	for _, c := range []struct {
		op    OpName
		attrs Attrs
		want  string
	}{
		{"clamp", Attrs{"low": 1.0}, "clamp lacks its attribute high"},
		{"clamp", Attrs{"low": 1.0, "high": 2}, "clamp has high=2, which is of the wrong kind (int)"},
		{"neg", Attrs{"low": 1.0}, "neg has attributes it does not know"},
		{"columns", Attrs{"start": 1, "stop": 4}, "columns: float[particles,3] has no columns 1 to 4"},
		{"pad", Attrs{"before": -1, "after": 0}, "pad: cannot pad -1 columns before and 0 after"},
		{"repeat", Attrs{"count": "particles"}, "repeat: no rows are declared as particles * particles"},
		{"sum_groups", Attrs{"count": "neighbors"}, "sum_groups: particles is not declared as a product with neighbors"},
		{"broadcast", Attrs{"rows": "edges"}, "broadcast: float[particles,3] cannot become edges rows"},
		{"take_rows", Attrs{"start": 1, "stop": 2}, "take_rows: float[particles,3] has the rows particles; a number of rows is needed"},
		{"pad_rows", Attrs{"before": 1, "after": 2}, "pad_rows: float[particles,3] has the rows particles; a number of rows is needed"},
	} {
		op, err := LookupOp(c.op)
		require.NoError(t, err)
		_, err = op.infer(m, x, c.attrs)
		require.ErrorContains(t, err, c.want)
	}
	w := []Type{Floats(Fixed(3), 2)}
	_, err := byName["take_rows"].infer(m, w, Attrs{"start": 2, "stop": 4})
	require.EqualError(t, err, "take_rows: float[3,2] has no rows 2 to 4")
	_, err = byName["pad_rows"].infer(m, w, Attrs{"before": 0, "after": -1})
	require.EqualError(t, err, "pad_rows: cannot pad 0 rows before and -1 after")
	_, err = byName["add"].infer(m, x, nil)
	require.EqualError(t, err, "add takes 2 arguments, not 1")
	_, err = byName["concat"].infer(m, nil, nil)
	require.EqualError(t, err, "concat needs at least one argument")
	_, err = byName["repeat"].infer(m, []Type{Floats(Fixed(2), 1)}, Attrs{"count": ""})
	require.ErrorContains(t, err, "repeat: no rows are declared as", "rows of a number are no product")
}

// recorder is an Emitter that checks what it is told and records the kinds.
type recorder struct {
	t     *testing.T
	names map[string]bool
	ints  map[string][]int64 // the values of constants of integers, by name
	kinds []string
}

func (r *recorder) name(prefix string) string {
	name := fmt.Sprintf("%s%d", prefix, len(r.names))
	r.names[name] = true
	return name
}

func (r *recorder) Op(kind string, attrs map[string]any, inputs ...string) string {
	for name, value := range attrs {
		switch value.(type) {
		case int64, []int64, float32, string:
		default:
			r.t.Errorf("%s has the attribute %s of type %T", kind, name, value)
		}
	}
	for _, input := range inputs {
		require.True(r.t, r.names[input], "%s reads %q, which nothing computes", kind, input)
	}
	if kind == "Range" {
		require.Equal(r.t, []int64{0}, r.ints[inputs[0]], "rows and systems are counted from 0")
		require.Equal(r.t, []int64{1}, r.ints[inputs[2]], "each of them")
	}
	r.kinds = append(r.kinds, kind)
	return r.name("op")
}

func (r *recorder) constant(count int, shape []int64) string {
	product := int64(1)
	for _, extent := range shape {
		product *= extent
	}
	require.EqualValues(r.t, product, count, "a constant's elements fill its shape %v", shape)
	return r.name("const")
}

func (r *recorder) Ints(values []int64, shape ...int64) string {
	name := r.constant(len(values), shape)
	r.ints[name] = values
	return name
}

func (r *recorder) Floats(values []float64, shape ...int64) string {
	return r.constant(len(values), shape)
}

func (r *recorder) Bools(values []bool, shape ...int64) string {
	return r.constant(len(values), shape)
}

func (r *recorder) Reduce(kind, x string) string { return r.Op(kind, nil, x) }

func (r *recorder) Size(symbol string) string {
	_, declared := SampleModule().Dim(symbol)
	require.True(r.t, declared, "the size of %q", symbol)
	return r.name("size")
}

func (r *recorder) Receivers(outer, inner string) string {
	_, err := SampleModule().product(outer, inner)
	require.NoError(r.t, err)
	return r.name("receivers")
}

func (r *recorder) Groups(rows string) string {
	_, declared := SampleModule().Dim(rows)
	require.True(r.t, declared, "the groups of %q", rows)
	return r.name("groups")
}

func (r *recorder) Systems(rows string) (count, size string) {
	_, declared := SampleModule().Dim(rows)
	require.True(r.t, declared, "the systems of %q", rows)
	return r.name("systems"), r.name("rows_of_system")
}

func (r *recorder) Keep(_ *Value, form ...string) {
	for _, part := range form {
		require.True(r.t, r.names[part], "%q is computed", part)
	}
}

func (r *recorder) Kept(*Value) []string { return nil }

func TestEveryOperatorWritesONNX(t *testing.T) {
	forEachSample(t, func(t *testing.T, c sampleCall) {
		if c.op.ONNX == nil {
			t.Skip("others stand for it")
		}
		r := &recorder{t: t, names: map[string]bool{}, ints: map[string][]int64{}}
		var args []string
		for range c.sample.Args {
			args = append(args, r.name("arg"))
		}
		node := c.module.Main.Nodes[0]
		result := c.op.ONNX(r, node, args)
		require.True(t, r.names[result], "the result %q is computed", result)
		require.NotContains(t, args, result)
		if c.op.Name != "const" {
			require.NotEmpty(t, r.kinds)
		}
	})
}
