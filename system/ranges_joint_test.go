package system_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestJointRangesAreValid if they have values, from least to most, each a number.
func TestJointRangesAreValid(t *testing.T) {
	r := system.NewJointRange("elbow", true)
	require.ErrorContains(t, r.Validate(), "q: no range", "no values")
	one := func(values ...float64) [3][]float64 { return [3][]float64{values[:1], values[1:2], values[2:]} }
	first, second := one(1, -2, 3), one(-1, 2, 0)
	r.Take(first[0], first[1], first[2])
	require.NoError(t, r.Validate())
	r.Take(second[0], second[1], second[2])
	of := func(least, most float64) system.ColumnRanges { return system.ColumnRanges{{Least: least, Most: most}} }
	require.Equal(t, system.JointRange{Joint: "elbow", Slides: true, Q: of(-1, 1), Rate: of(-2, 2), Torque: of(0, 3)}, r)
	for name, change := range map[string]func(r *system.JointRange){
		"q":      func(r *system.JointRange) { r.Q = of(2, 1) },
		"rate":   func(r *system.JointRange) { r.Rate = of(0, math.NaN()) },
		"torque": func(r *system.JointRange) { r.Torque = of(0, math.Inf(1)) },
	} {
		wrong := r
		change(&wrong)
		require.ErrorContains(t, wrong.Validate(), name+":")
	}
	r.Q = system.ColumnRanges{}
	require.EqualError(t, r.Validate(), "q: no range")
	r.Rate = nil
	require.EqualError(t, r.Validate(), "q: no range", "the first input is named")
}

// TestColumnRanges: a joint of several axes has a range for each column and none of torques. A file
// has a single range as an object and several as an array.
func TestColumnRanges(t *testing.T) {
	r := system.NewJointRange("hip", false)
	r.Take([]float64{1, 0}, []float64{3}, nil)
	r.Take([]float64{0.5, 2}, []float64{4}, nil)
	require.NoError(t, r.Validate())
	text, err := json.Marshal(r)
	require.NoError(t, err)
	require.Equal(t, `{"joint":"hip","q":[{"least":0.5,"most":1},{"least":0,"most":2}],"rate":{"least":3,"most":4}}`, string(text))
	var read system.JointRange
	require.NoError(t, json.Unmarshal(text, &read))
	require.Equal(t, r, read)
	require.ErrorContains(t, json.Unmarshal([]byte(`{"q": 3}`), &read), "json: cannot unmarshal number into Go struct field JointRange.q of type []system.Range")
	require.Equal(t, "hip: qw 0.5 to 1 m, q 0 to 2, rate 3 to 4", r.Text(func(input string, column int) (name, unit string) {
		if input == system.CoordinateInput && column == 0 {
			return "qw", "m"
		}
		return "", ""
	}))
}
