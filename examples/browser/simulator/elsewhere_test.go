package main

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// at are corners of a cube as JSON, one half width around a height.
func at(height float64) string {
	var rows []string
	for corner := range corners {
		rows = append(rows, fmt.Sprintf("[%d, %d, %g]", 2*(corner>>2&1)-1, 2*(corner>>1&1)-1, height+float64(2*(corner&1)-1)))
	}
	return "[" + strings.Join(rows, ", ") + "]"
}

var still = "[" + strings.Repeat("[0, 0, 0], ", corners-1) + "[0, 0, 0]]"

// TestThrow: a cube that is let go above the table falls, and one on the table stays there.
func TestThrow(t *testing.T) {
	for height, lowest := range map[float64]float64{11: 10 - 0.5*gravity*100*interval*interval, 1: 0} {
		var out strings.Builder
		require.NoError(t, throw(strings.NewReader(`{"position": `+at(height)+`, "velocity": `+still+`, "intervals": 10}`), &out))
		var ended struct{ Position, Velocity [][3]float64 }
		require.NoError(t, json.Unmarshal([]byte(out.String()), &ended))
		require.Len(t, ended.Velocity, corners)
		require.InDelta(t, lowest, ended.Position[0][2], 0.02)
	}
}

func TestNumbersThatAreNotFinite(t *testing.T) {
	position := [corners][3]float64{{1}}
	_, err := newCube(position, [corners][3]float64{5: {1: math.Inf(-1)}})
	require.ErrorContains(t, err, "a number of corner 5 is not finite")
	position[2][0] = math.NaN()
	_, err = newCube(position, [corners][3]float64{})
	require.ErrorContains(t, err, "a number of corner 2 is not finite")
}

func TestWrongThrows(t *testing.T) {
	for input, message := range map[string]string{
		``:   "the input: EOF; expected",
		`[]`: "cannot unmarshal array",
		`{"position": ` + at(1) + `, "velocity": ` + still + `}`:                                                   "intervals is missing",
		`{"position": ` + at(1) + `, "velocity": ` + still + `, "intervals": -1}`:                                  "below 0",
		`{"velocity": ` + still + `, "intervals": 1}`:                                                              "position has 0 rows",
		`{"position": ` + at(1) + `, "velocity": [[0, 0, 0]], "intervals": 1}`:                                     "velocity has 1 rows",
		`{"position": ` + strings.Replace(at(1), "-1, ", "", 1) + `, "velocity": [], "intervals": 1}`:              "row 0 of position has 2 numbers",
		`{"position": ` + at(1) + `, "velocity": ` + still + `, "intervals": 1} {}`:                                "there is more after the object",
		`{"position": ` + strings.Replace(at(1), "-1", "null", 1) + `, "velocity": ` + still + `, "intervals": 1}`: "position[0][0] is null",
		`{"position": ` + at(1) + `, "velocity": ` + still + `, "intervals": 1, "interval": 2}`:                    `unknown field "interval"`,
		`{"position": ` + still + `, "velocity": ` + still + `, "intervals": 1}`:                                   "all corners are at one place",
		`{"position": ` + strings.Replace(at(1), "1", "1e999", 1) + `, "velocity": [], "intervals": 1}`:            "cannot unmarshal number -1e999",
	} {
		var out strings.Builder
		require.ErrorContains(t, throw(strings.NewReader(input), &out), message, input)
		require.Empty(t, out.String())
	}
}
