package report

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/rotation"
	"gmnc/plot"
	"gmnc/report/pictures"
)

// TestWrittenScene: the scripts of a page read what it draws by these names.
func TestWrittenScene(t *testing.T) {
	axis, at := [3]float64{0, 0, 1}, [3]float32{1, 0, 0}
	full := scene{
		Unit: "m", Acceleration: "m/s²", Interval: &clock{0.5, "s"},
		Samples: []sample{{
			Number: 1, Parts: []string{"hand"}, Bars: []bar{{2, 3, "stick", "body"}},
			Links: &links{Rest: []point{{4}}, Bodies: []link{{
				Members: []int{5}, Joint: [3]float64{6}, Axis: &axis, Slides: true, Segments: [][2][3]float64{{{7}, {8}}},
			}}},
			Truth: [][]point{{{9}}}, Prediction: [][]point{{{10}}}, Straight: []point{{11}}, Radii: [][]float32{{12}}, RMSE: 13, Line: 14,
			View: look{Height: [3]float64{15}, Away: [3]float64{16}},
			around: around{
				Up: &axis, Planes: []plane{{axis, 17}}, Pins: []point{{18}},
				Loads: [][]pictures.Load{{{Field: "torque", Particle: 19, At: &at, Along: [3]float32{20}}}},
			},
		}},
		Robot: &robot{Shapes: []shape{{21, rotation.Identity, [3]float64{22}, "mesh", [3]float64{23}, 24}}, Meshes: []mesh{{"hand", "stl", "c29saWQ="}}},
		Live:  &live{Batches: []batch{{25, map[string]any{"position": 26}, map[string]any{"torque": 27}}}, Steps: 28},
	}
	requireWritten(t, `{
		"unit": "m", "acceleration": "m/s²", "interval": {"value": 0.5, "unit": "s"},
		"samples": [{
			"number": 1, "parts": ["hand"], "bars": [{"a": 2, "b": 3, "kind": "stick", "look": "body"}],
			"links": {"rest": [[4, 0, 0]], "bodies": [{
				"members": [5], "joint": [6, 0, 0], "axis": [0, 0, 1], "slides": true, "segments": [[[7, 0, 0], [8, 0, 0]]]
			}]},
			"truth": [[[9, 0, 0]]], "prediction": [[[10, 0, 0]]], "straight": [[11, 0, 0]], "radii": [[12]], "rmse": 13, "line": 14,
			"view": {"height": [15, 0, 0], "away": [16, 0, 0]},
			"up": [0, 0, 1], "planes": [{"normal": [0, 0, 1], "offset": 17}], "pins": [[18, 0, 0]],
			"loads": [[{"field": "torque", "particle": 19, "at": [1, 0, 0], "along": [20, 0, 0]}]]
		}],
		"robot": {
			"shapes": [{"body": 21, "turn": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "place": [22, 0, 0], "kind": "mesh", "size": [23, 0, 0], "mesh": 24}],
			"meshes": [{"name": "hand", "format": "stl", "content": "c29saWQ="}]
		},
		"live": {"batches": [{"count": 25, "inputs": {"position": 26}, "frames": {"torque": 27}}], "steps": 28}
	}`, full)
}

// TestWrittenFit: the scripts of a page that learns constants read what it needs by these names.
func TestWrittenFit(t *testing.T) {
	requireWritten(t, `{
		"unit": "", "acceleration": "", "samples": null,
		"fit": {
			"seconds": 0.5, "names": ["hand"], "inputs": {"mass": 1}, "weights": [{"name": "w", "size": 2}],
			"constants": [{"name": "gravity", "labels": ["x"], "start": [3], "held": ["y"], "unit": 4, "positive": true, "at": 5}],
			"sample": {
				"number": 6, "parts": null, "bars": null, "truth": null, "prediction": null, "straight": null, "rmse": 0, "line": 0,
				"view": {"height": [0, 0, 0], "away": [0, 0, 0]}
			}
		}
	}`, scene{Fit: &fitting{
		Seconds: 0.5, Names: []string{"hand"}, Inputs: map[string]any{"mass": 1}, Weights: []weight{{"w", 2}},
		Constants: []constant{{"gravity", []string{"x"}, []float64{3}, []string{"y"}, 4, true, 5}}, Sample: sample{Number: 6},
	}})
}

// TestWrittenHistory: the script of a page about a training that goes on reads it by these names.
func TestWrittenHistory(t *testing.T) {
	requireWritten(t, `{"title": "Learning curve", "charts": [], "epochs": 7, "says": "epoch 7"}`,
		history{figure{Name: "curve", SVG: "<svg>", Title: "Learning curve", Charts: []plot.Chart{}}, 7, "epoch 7"})
}

func requireWritten(t *testing.T, want string, value any) {
	t.Helper()
	text, err := json.Marshal(value)
	require.NoError(t, err)
	require.JSONEq(t, want, string(text))
}
