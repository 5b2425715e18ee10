package commandline

import (
	"bytes"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/predict"
	"gmnc/predict/conformal"
	"gmnc/runtime"
)

// TestKeptRadii: radii are 0 before the first step, those of the model as far as it is calibrated, and
// no numbers behind. The median of the last calibrated step is told.
func TestKeptRadii(t *testing.T) {
	of := &config.Radius{Level: 0.9, Steps: make([]config.RadiusStep, 2)}
	frame := func(step int) predict.Frame { return predict.Frame{Step: step, Position: make([]float32, 9)} }
	var k kept
	k.keepRadii(frame(0), conformal.Radii{}, nil)
	require.Nil(t, k.radii, "a model without radii")
	for step := range 4 {
		k.keepRadii(frame(step), conformal.Radii{Position: []float32{3, 1, float32(step)}}, of)
	}
	require.Equal(t, [][]float32{{0, 0, 0}, {3, 1, 1}, {3, 1, 2}}, k.radii[:3])
	require.Len(t, k.radii[3], 3)
	for _, x := range k.radii[3] {
		require.True(t, math.IsNaN(float64(x)))
	}
	var out, notes bytes.Buffer
	terminal := newTerminal(&out, &notes, manner{}, runtime.Alone{})
	k.printRadii(terminal, of, "m")
	require.Equal(t, "radius of 90 % in step 2: median 2 m\n", out.String())
	require.Equal(t, "note: the radius is calibrated up to step 2, and later ones are written as NaN: gmnc export --radius with --rollout=3 calibrates them\n", notes.String())
	out.Reset()
	notes.Reset()
	k.radii = k.radii[:2]
	k.printRadii(terminal, of, "")
	require.Equal(t, "radius of 90 % in step 1: median 1\n", out.String())
	require.Empty(t, notes.String())
	k.printRadii(terminal, nil, "")
	require.Equal(t, "radius of 90 % in step 1: median 1\n", out.String())

	one := kept{}
	for step := range 3 {
		one.keepRadii(frame(step), conformal.Radii{Position: []float32{1, 1, 1}}, &config.Radius{Level: 0.5})
	}
	require.True(t, math.IsNaN(float64(one.radii[2][0])), "a radius of one step")
}

// TestLostSystems: the first five systems that ran away are named.
func TestLostSystems(t *testing.T) {
	require.NoError(t, (&kept{}).lostSystems())
	var c rolloutCommand
	k := &kept{}
	for step := 1; step <= 5; step++ {
		c.keep(k, nil, predict.Frame{Step: step, Lost: []int{10 * step}}, predict.Drift{StraightRoot: predict.Spread{Median: math.NaN()}})
	}
	require.EqualError(t, k.lostSystems(), "5 systems ran away, to numbers that are not finite, a body in one point or too many lengths of a cell: sample 10 in step 1, sample 20 in step 2, sample 30 in step 3, sample 40 in step 4, sample 50 in step 5; the others went on")
	k.lost = append(k.lost, "sample 60 in step 6")
	require.ErrorContains(t, k.lostSystems(), "sample 50 in step 5, ...; the others went on")
	require.Zero(t, k.known, "no step with a truth")
	require.Nil(t, k.written)
	require.Nil(t, k.drawn)
}

// TestKnownSteps: a table says up to which step the truth is known, if that is before the last.
func TestKnownSteps(t *testing.T) {
	var out, notes bytes.Buffer
	terminal := newTerminal(&out, &notes, manner{}, runtime.Alone{})
	k := &kept{}
	c := rolloutCommand{Output: "frames.npz"}
	for step := range 4 {
		median := 1.
		if step > 2 {
			median = math.NaN()
		}
		c.keep(k, nil, predict.Frame{Step: step}, predict.Drift{StraightRoot: predict.Spread{Median: median}})
	}
	require.Len(t, k.written, 4)
	require.Equal(t, 3, k.last.Step)
	k.noteTruth(terminal, "data.npz", 2)
	require.Empty(t, notes.String())
	k.noteTruth(terminal, "data.npz", 3)
	require.Contains(t, notes.String(), "note: data.npz has true states up to step 2, so later steps have no errors: for more, make the data set with --frames 4")
}
