package ir

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
)

// TestJointMeasure: bodies that turned about an axis askew and slid are found, and bodies just off
// a line are told from ones just on it.
func TestJointMeasure(t *testing.T) {
	sine, cosine := math.Sincos(2.5)
	n := [3]float64{2. / 7, 3. / 7, 6. / 7}
	turned := func(x [3]float64) (y [3]float64) {
		along := n[0]*x[0] + n[1]*x[1] + n[2]*x[2]
		across := [3]float64{n[1]*x[2] - n[2]*x[1], n[2]*x[0] - n[0]*x[2], n[0]*x[1] - n[1]*x[0]}
		for k := range y {
			y[k] = cosine*x[k] + sine*across[k] + (1-cosine)*along*n[k]
		}
		return y
	}
	thin := func(width float64) [][3]float64 {
		return [][3]float64{{1, 0, 0}, {-1, 0, 0}, {0, width, 0}, {0, -width, 0}}
	}
	for _, c := range []struct {
		name        string
		turn, slide [3]float64
		rest        [][3]float64
		now         func(x [3]float64) [3]float64
		want        []float64
	}{
		{"turned", n, [3]float64{}, [][3]float64{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}}, turned, []float64{cosine, sine, 0, 0}},
		{"turned and flat", n, [3]float64{}, [][3]float64{{1, 0, 0}, {-1, 0, 0}, {0, 2, 0}, {0, -2, 0}}, turned, []float64{cosine, sine, 0, 0}},
		{"slid", [3]float64{}, [3]float64{0, 1, 0}, [][3]float64{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}},
			func(x [3]float64) [3]float64 { return [3]float64{x[0], x[1] + 0.7, x[2]} }, []float64{1, 0, 0.7, 0}},
		{"just off a line", n, [3]float64{}, thin(0.0033), turned, []float64{cosine, sine, 0, 0}},
		{"just on a line", n, [3]float64{}, thin(0.0031), turned, []float64{1, 0, 0, 1}},
	} {
		var inputs [4][]float64
		for i, x := range c.rest {
			turn, slide, now := c.turn, c.slide, c.now(x)
			if i > 0 {
				turn, slide = [3]float64{}, [3]float64{}
			}
			for k, values := range [][3]float64{turn, slide, x, now} {
				inputs[k] = append(inputs[k], values[:]...)
			}
		}
		m := SampleModule()
		given := map[string]Tensor{"parents": {Shape: []int{4}, Index: []int64{0, 0, 0, 0}}}
		require.NoError(t, Build(m, func(b *Builder) {
			var args [4]*Value
			for k, name := range []string{"turn", "slide", "rest", "position"} {
				args[k] = b.Input(name, Floats(Rows("particles"), 3))
				given[name] = Tensor{Shape: []int{4, 3}, Float: inputs[k]}
			}
			j := JointBodies{Turn: args[0], Slide: args[1], Rest: args[2], Parents: b.Input("parents", Indices("particles", Rows("particles"))), Count: 1, Depth: 2}
			b.Output("measured", b.JointMeasure(j, args[3]))
		}))
		outputs, err := Eval(m, given, nil)
		require.NoError(t, err)
		allclose.Within(t, c.want, outputs["measured"].Float[:4], 1e-9, c.name)
	}
}
