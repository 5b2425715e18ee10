package ir

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/articulated"
	"gmnc/internal/test/allclose"
)

// stopSteps is a module of a step of the time h of joints with stops of so many columns, in rows of particles.
func stopSteps(h float64, columns int) (*Module, error) {
	m, rows := SampleModule(), Rows("particles")
	return m, Build(m, func(b *Builder) {
		in := func(name string, columns int) *Value { return b.Input(name, Floats(rows, columns)) }
		bodies := JointBodies{
			in("turn", 3), in("slide", 3), in("anchor", 3), in("rest", 3), in("first", 4), b.Input("parents", Indices("particles", rows)), 2, 3,
		}
		loads := JointLoads{in("mass", 1), in("force", 3), in("damping", 1), in("load", 1), in("stops", columns)}
		b.Output("after", b.JointStopStep(bodies, loads, in("state", 2), h))
	})
}

// TestStopSteps holds the steps of joints with stops in operators to the kernel's: of a body that
// turns and one that slides on it, both within their limits or beyond one of them, moving away from
// it and back. The stops' time is longer than a step, between it and half of it, and shorter.
func TestStopSteps(t *testing.T) {
	const n, h, turned, slid = 4, 0.25, 0.6435011087932844, 0.5 // at the cosine 0.8 and the sine 0.6
	bodies := articulated.Bodies[float64, int64]{
		Turn: []float64{0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0}, Slide: []float64{0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0},
		Anchor: []float64{0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0}, Rest: []float64{1, 0, 0, 0, 1, 1, 1, 2, 0, 2, 0, 1},
		First: []float64{0.8, 0.6, 0, 0, 1, 0, 0, 0, 1, 0, slid, 0, 1, 0, 0, 0}, Parents: []int64{0, 0, 0, 2},
	}
	loads := articulated.Loads[float64]{
		Mass: []float64{1, 2, 3, 4}, Force: make([]float64, 3*n), Damping: []float64{0.5, 0, 0.25, 0}, Load: []float64{1, 0, -1, 0},
	}
	module, err := stopSteps(h, articulated.StopColumns)
	require.NoError(t, err)
	rotors, err := stopSteps(h, 1)
	require.NoError(t, err)
	for _, time := range []float64{0.5, 0.2, 0.05} {
		for _, limits := range [][2]float64{{0.1, 1}, {-2, 2}, {-1, -0.1}, {0.05, 6.25}, {-0.1, 6.4}, {0, 0}} {
			for _, rate := range []float64{-1, 0, 2} {
				loads.Stops = make([]float64, n*articulated.StopColumns)
				for row, at := range map[int]float64{0: turned, 2: slid} {
					copy(loads.Stops[row*articulated.StopColumns:], []float64{0.5, at + limits[0], at + limits[1], 2, time})
				}
				state, want := []float64{0, rate, 0, 0, 0, -rate, 0, 0}, make([]float64, 2*n)
				bodies.Step(want, state, loads, h)
				inputs := map[string]Tensor{"parents": {Shape: []int{n}, Index: bodies.Parents}}
				for name, value := range map[string][]float64{
					"turn": bodies.Turn, "slide": bodies.Slide, "anchor": bodies.Anchor, "rest": bodies.Rest, "first": bodies.First,
					"mass": loads.Mass, "force": loads.Force, "damping": loads.Damping, "load": loads.Load, "stops": loads.Stops, "state": state,
				} {
					inputs[name] = Tensor{Shape: []int{n, len(value) / n}, Float: value}
				}
				got, err := Eval(module, inputs, nil)
				require.NoError(t, err)
				allclose.Within(t, want, got["after"].Float, 1e-12, "time %v, limits %v, rate %v", time, limits, rate)
				if limits[0] < limits[1] {
					continue
				}
				loads.Stops = []float64{0.5, 0, 0.5, 0} // rotors alone
				alone := make([]float64, 2*n)
				bodies.Step(alone, state, loads, h)
				require.Equal(t, want, alone)
				inputs["stops"] = Tensor{Shape: []int{n, 1}, Float: loads.Stops}
				got, err = Eval(rotors, inputs, nil)
				require.NoError(t, err)
				allclose.Within(t, want, got["after"].Float, 1e-12, "rotors alone, rate %v", rate)
			}
		}
	}
}

// TestStepsForward: steps of joints go forward in time.
func TestStepsForward(t *testing.T) {
	for _, h := range []float64{0, -0.1} {
		_, err := stopSteps(h, articulated.StopColumns)
		require.ErrorContains(t, err, "want a positive one")
	}
}

// TestColumnsOfStops: stops are all of theirs, or rotors alone.
func TestColumnsOfStops(t *testing.T) {
	for _, columns := range []int{2, articulated.StopColumns - 1, articulated.StopColumns + 1} {
		_, err := stopSteps(0.1, columns)
		require.ErrorContains(t, err, "want 1 column, of rotors, or 5")
	}
}
