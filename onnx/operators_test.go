package onnx

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/onnx/onnxpb"
)

func TestRows(t *testing.T) {
	for name, row := range Operators {
		t.Run(name, func(t *testing.T) {
			for signature := range strings.FieldsSeq(row.Signature + " " + firstField(row.Written)) {
				require.Regexp(t, `^([FIBNA]\??)*\+?>[FIBNAV]$`, signature)
			}
			for i, text := range strings.Fields(row.Attributes) {
				require.Regexp(t, `^[a-zA-Z_]+:[A-Z]+(!|=.+)?$`, text)
				p := row.Parameters()[i]
				require.NotEqual(t, onnxpb.AttributeProto_UNDEFINED, p.Type, text)
				if strings.Contains(text, "=") {
					require.NotNil(t, p.Default, text)
				}
			}
			_, written := row.written()
			require.Len(t, written, max(len(strings.Fields(row.Written))-1, 0), "an attribute that is written is not in the row")
			for _, p := range row.Parameters() {
				has := func(w Parameter) bool { return w.Name == p.Name && w.Required }
				require.False(t, row.Written != "" && p.Required && !slices.ContainsFunc(written, has), "%s must be written", p.Name)
			}
		})
	}
}

func firstField(text string) string { return append(strings.Fields(text), "")[0] }

// TestWrittenFormsAreAllowed holds the form that is written against what the
// standard allows, on all inputs that the form takes.
func TestWrittenFormsAreAllowed(t *testing.T) {
	for name, row := range Operators {
		signature, _ := row.written()
		if signature == "" {
			continue
		}
		accepted := 0
		for _, inputs := range typesUpTo(5) {
			want, err := result(signature, inputs)
			if err != nil {
				continue
			}
			accepted++
			got, err := row.Result(inputs)
			require.NoError(t, err, name)
			require.Equal(t, want, got, "%s of %v", name, inputs)
		}
		require.NotZero(t, accepted, name)
	}
}

// typesUpTo returns all lists of at most length types.
func typesUpTo(length int) [][]DataType {
	all := [][]DataType{{}}
	for from := 0; length > 0; length-- {
		longest := all[from:]
		from = len(all)
		for _, list := range longest {
			for _, dtype := range []DataType{Float, Int64, Bool} {
				all = append(all, append(slices.Clone(list), dtype))
			}
		}
	}
	return all
}

func TestResult(t *testing.T) {
	for _, c := range []struct {
		operator string
		inputs   []DataType
		want     DataType
		err      string
	}{
		{"Add", []DataType{Int64, Int64}, Int64, ""},
		{"Add", []DataType{Int64, Float}, 0, "its inputs are [INT64 FLOAT]; the operator is NN>N (F float"},
		{"Add", []DataType{Bool, Bool}, 0, "its inputs are [BOOL BOOL]"},
		{"Clip", []DataType{Float, Undefined, Float}, Float, ""},
		{"Clip", []DataType{Float, Undefined, Int64}, 0, "its inputs are [FLOAT UNDEFINED INT64]"},
		{"Clip", []DataType{Undefined}, 0, "its inputs are [UNDEFINED]"},
		{"Concat", []DataType{Bool, Bool, Bool, Bool}, Bool, ""},
		{"Concat", []DataType{Bool, Undefined}, 0, "its inputs are [BOOL UNDEFINED]"},
		{"Equal", []DataType{Bool, Bool}, Bool, ""},
		{"Pow", []DataType{Float, Int64}, Float, ""},
		{"Pow", []DataType{Int64, Int64}, Int64, ""},
		{"Pow", []DataType{Int64, Float}, 0, "its inputs are [INT64 FLOAT]"},
		{"Cast", []DataType{Bool}, Undefined, ""},
		{"Relu", []DataType{Float, Float}, 0, "it has 2 inputs; the operator is N>N"},
	} {
		got, err := Operators[c.operator].Result(c.inputs)
		if c.err != "" {
			require.ErrorContains(t, err, c.err, c.operator)
			continue
		}
		require.NoError(t, err, c.operator)
		require.Equal(t, c.want, got, c.operator)
	}
}

func TestArity(t *testing.T) {
	for operator, want := range map[string][2]int{
		"Constant": {0, 0}, "Neg": {1, 1}, "Pow": {2, 2}, "Clip": {1, 3}, "Slice": {3, 5}, "Pad": {2, 4}, "Max": {1, math.MaxInt},
	} {
		least, most := Operators[operator].Arity()
		require.Equal(t, want, [2]int{least, most}, operator)
	}
}

func TestParameters(t *testing.T) {
	require.Equal(t, []Parameter{
		{"to", onnxpb.AttributeProto_INT, true, nil}, {"saturate", onnxpb.AttributeProto_INT, false, int64(1)},
	}, Operators["Cast"].Parameters())
	require.Equal(t, float32(1), Operators["Gemm"].Parameters()[0].Default)
	require.Equal(t, "constant", Operators["Pad"].Parameters()[0].Default)
	require.Equal(t, int64(-1), Operators["Softmax"].Parameters()[0].Default)
}
