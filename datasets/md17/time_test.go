package md17

import (
	"fmt"
	"math"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
	"gmnc/internal/test/allclose"
	"gmnc/system"
)

// TestParseSpan: a span is a number of frames, or a time in any unit.
func TestParseSpan(t *testing.T) {
	for text, want := range map[string]struct {
		frames int
		time   float64
	}{"10": {10, 0}, "5fs": {0, 5}, "5 fs": {0, 5}, "0.01ps": {0, 10}, "1e1fs": {0, 10}, "-3": {-3, 0}} {
		frames, time, err := ParseSpan(text)
		require.NoError(t, err, text)
		require.Equal(t, want.frames, frames, text)
		require.InDelta(t, want.time, time, 1e-9, text)
	}
	for _, text := range []string{"far", "", "0", "5 m", "0fs", "-5fs", "1.5", "inf fs", "fs"} {
		_, _, err := ParseSpan(text)
		require.ErrorContains(t, err, "is no span: expected a number of frames, such as 10, or a time, such as 5fs", text)
	}
}

// TestFitSpan: without a span it is the paper's, or a tenth of a trajectory in which no pair of each
// split is that far apart.
func TestFitSpan(t *testing.T) {
	for _, c := range []struct {
		o      Options
		frames int
		span   int
	}{
		{Options{}, 2500, 250}, {Options{}, 18003, 1800}, {Options{}, 18004, 3000}, {Options{}, 3, 2},
		{Options{AtRandom: true}, 2500, 250}, {Options{AtRandom: true}, 10000, 3000}, {Options{Span: 7}, 2500, 7}, {Options{Split: "a.npz"}, 2500, 3000},
	} {
		long := &source{trajectory: &trajectory{motion: system.Trajectory{Particles: 1, Positions: make([]float64, 3*20000)}}}
		own := &source{trajectory: &trajectory{motion: system.Trajectory{Particles: 1, Positions: make([]float64, 3*c.frames)}}}
		notes := c.o.fitSpan([]*source{long, own})
		require.Equal(t, c.span, c.o.Span, "%+v", c)
		require.Equal(t, c.span != 3000 && c.span != 7, notes != nil, "%+v", c)
	}
	pairs := Options{}
	require.Nil(t, pairs.fitSpan([]*source{{}}))
	require.Equal(t, DefaultSpan, pairs.Span)
}

// TestTimesInFemtoseconds: where the file says how long a frame takes, velocities are in
// angstrom/fs, and a span may be a time.
func TestTimesInFemtoseconds(t *testing.T) {
	want, _, err := ethanol{}.prepare(t, Options{})
	require.NoError(t, err)
	require.Equal(t, "10 frames", want.About.Interval)
	require.Equal(t, "angstrom a frame", want.About.VelocityUnit)
	cp2k := func(frame int) string {
		return fmt.Sprintf(" i = %d, time = %.3f, E = -1.5", frame, 0.5*float64(frame))
	}
	for _, c := range []struct {
		name     string
		comment  func(frame int) string
		o        Options
		interval string // empty of one in frames
		faster   float64
	}{
		{"CP2K", cp2k, Options{SpanTime: 5}, "10 frames of 0.5 fs", 2},
		{"a unit", func(frame int) string { return fmt.Sprintf("Time=%g time_unit=ps", 0.002*float64(frame)) }, Options{SpanTime: 20}, "10 frames of 2 fs", 0.5},
		{"a key with its unit", func(frame int) string { return fmt.Sprintf("time_fs=%g", 0.5*float64(frame)) }, Options{SpanTime: 5}, "10 frames of 0.5 fs", 2},
		{"a key in picoseconds", func(frame int) string { return fmt.Sprintf("time_ps=%g", 0.002*float64(frame)) }, Options{SpanTime: 20}, "10 frames of 2 fs", 0.5},
		{"atomic units", func(frame int) string {
			return fmt.Sprintf("Time=%.9g time_unit=a.u.", 2/2.4188843265857e-2*float64(frame))
		}, Options{SpanTime: 20}, "10 frames of 2 fs", 0.5},
		{"no unit", func(frame int) string { return fmt.Sprintf("Time=%g", 0.002*float64(frame)) }, Options{}, "", 1},
		{"steps", func(frame int) string { return fmt.Sprintf("Step: %d time_unit=fs", frame) }, Options{}, "", 1},
		{"said", nil, Options{Dt: 0.5, SpanTime: 5.0001}, "10 frames of 0.5 fs", 2},
		{"said twice", cp2k, Options{Dt: 0.5}, "10 frames of 0.5 fs", 2},
		{"in frames", cp2k, Options{InFrames: true}, "", 1},
		{"not in all frames", func(frame int) string {
			if frame == 50 {
				return ""
			}
			return cp2k(frame)
		}, Options{}, "", 1},
	} {
		if c.o.SpanTime == 0 {
			c.o.Span = 10
		}
		data, _, err := Prepare(writeText(t, "ethanol.xyz", ethanol{comment: c.comment}.text()), c.o)
		require.NoError(t, err, c.name)
		interval, unit := "10 frames", "angstrom a frame"
		if c.interval != "" {
			interval, unit = c.interval, "angstrom/fs"
		}
		require.Equal(t, interval, data.About.Interval, c.name)
		require.Equal(t, unit, data.About.VelocityUnit, c.name)
		require.InDelta(t, c.faster*float64(want.Train[0].Velocity[0]), data.Train[0].Velocity[0], 1e-6, c.name)
		require.Equal(t, want.Train[0].TargetPosition, data.Train[0].TargetPosition, c.name)
	}
	for text, o := range map[string]Options{
		"ethanol.xyz: a frame takes 0.5 fs by the file, and dt is 1: leave dt out":                                                                  {Dt: 1},
		"ethanol.xyz: the span of 5.2 fs is 10.4 frames of 0.5 fs: expected a whole number of them":                                                 {SpanTime: 5.2},
		"ethanol.xyz: the span of 0.1 fs is 0.2 frames of 0.5 fs: expected a whole number of them":                                                  {SpanTime: 0.1},
		"dt is -1: it is a number of fs above 0, or 0 where it is not known":                                                                        {Dt: -1},
		"ethanol.xyz does not say how long a frame takes, and the span is 5 fs: give dt, the time from frame to frame in fs, or the span in frames": {SpanTime: 5, InFrames: true},
	} {
		o.Span = 10
		_, _, err := Prepare(writeText(t, "ethanol.xyz", ethanol{comment: cp2k}.text()), o)
		require.ErrorContains(t, err, text)
	}
	one := ethanol{comment: cp2k}.text()
	_, notes, err := Prepare(writeText(t, "two.xyz", one+waterChain(200)), Options{Span: 5})
	require.NoError(t, err)
	require.Contains(t, notes, "frames of the molecules take different times, or those of some are not known: velocities are in angstrom a frame")
}

// TestVelocitiesOfArchives: velocities of frames are read with their unit, and those of ready-made pairs
// at their targets, without those of hydrogens where these are left out.
func TestVelocitiesOfArchives(t *testing.T) {
	const frames = 60
	var x, v []float32
	for frame := range frames {
		for i := range 6 {
			phase := 0.2*float64(frame) + float64(i)
			x, v = append(x, float32(0.8*float64(i/3)+0.05*math.Sin(phase))), append(v, float32(10*math.Cos(phase)))
		}
	}
	shape := []int{frames, 2, 3}
	arrays := []npz.Array{{Key: "z", Shape: []int{2}, Ints: []int64{6, 7}}, {Key: "R", Shape: shape, Floats: x}, {Key: "V", Shape: shape, Floats: v},
		{Key: "dt_fs", Shape: []int{}, Floats: []float32{1}}, {Key: "v_unit", Text: "angstrom/ps"}}
	path := filepath.Join(t.TempDir(), "frames.npz")
	require.NoError(t, npz.Write(path, arrays))
	data, notes, err := Prepare(path, Options{Span: 5})
	require.NoError(t, err)
	require.Empty(t, notes)
	start := int(data.Origins["train"].Starts[0])
	require.InDelta(t, v[6*(start+5)]/1000, data.Train[0].TargetVelocity[0], 1e-7)
	arrays[4].Text = "miles"
	require.NoError(t, npz.Write(path, arrays))
	_, _, err = Prepare(path, Options{Span: 5})
	require.ErrorContains(t, err, `v_unit is "miles", which is not known here: expected a length by a time, such as angstrom/fs, or ASE`)
	pairs := []npz.Array{{Key: "z", Shape: []int{3}, Ints: []int64{1, 6, 7}}, {Key: "dt_fs", Shape: []int{}, Floats: []float32{2}}, {Key: "r_unit", Text: "nm"}}
	for _, split := range sizes {
		for k, name := range []string{"_x0", "_v0", "_xT", "_vT"} {
			pairs = append(pairs, npz.Array{Key: split.split + name, Shape: []int{1, 3, 3}, Floats: []float32{0, 0, 0, 0.1 + float32(k), 0, 0, 0.24 + float32(k), 0, 0}})
		}
	}
	require.NoError(t, npz.Write(path, pairs))
	data, _, err = Prepare(path, Options{Span: DefaultSpan, Heavy: true})
	require.NoError(t, err)
	allclose.Within(t, []float32{15.5, 0, 0, 16.2, 0, 0}, data.Test[0].TargetVelocity, 1e-5)
}

// TestTimesOfPairs: dt_fs is the time of a frame.
func TestTimesOfPairs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pairs.npz")
	arrays := []npz.Array{{Key: "z", Shape: []int{2}, Ints: []int64{6, 7}}, {Key: "delta_frame", Ints: []int64{500}}, {}}
	for _, split := range sizes {
		for _, name := range []string{"_x0", "_v0", "_xT"} {
			arrays = append(arrays, npz.Array{Key: split.split + name, Shape: []int{1, 2, 3}, Floats: []float32{0, 0, 0, 1, 0, 0}})
		}
	}
	for _, c := range []struct {
		dt   npz.Array
		err  string
		fast float32
	}{
		{npz.Array{Key: "dt_fs", Shape: []int{}, Floats: []float32{0.5}}, "", 2},
		{npz.Array{Key: "dt_fs", Shape: []int{}, Floats: []float32{0}}, "dt_fs is 0, expected the time from frame to frame in fs, above 0", 0},
		{npz.Array{Key: "dt_fs", Shape: []int{2}, Floats: []float32{1, 2}}, "dt_fs has 2 numbers, expected one", 0},
	} {
		arrays[2] = c.dt
		require.NoError(t, npz.Write(path, arrays))
		data, _, err := Prepare(path, Options{SpanTime: 250})
		if c.err != "" {
			require.ErrorContains(t, err, c.err)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, "500 frames of 0.5 fs", data.About.Interval)
		require.Equal(t, c.fast, data.Train[0].Velocity[3])
		data, _, err = Prepare(path, Options{Span: DefaultSpan, InFrames: true})
		require.NoError(t, err)
		require.Equal(t, "500 frames", data.About.Interval)
	}
}

// TestUnknownUnitsOfTime: a unit of times or of velocities that is not known is said, and one
// that nothing has is not.
func TestUnknownUnitsOfTime(t *testing.T) {
	for comment, want := range map[string]string{
		"Time=%d time_unit=blink":                     `the unit of time "blink" is not known here, so the times of frames are not used: --dt gives`,
		"Step: %d time_unit=blink":                    "",
		"Time=%d time_unit=fs velocity_unit=nm/blink": "",
		"Time=%d time_unit=fs":                        "",
	} {
		_, notes, err := ethanol{comment: func(frame int) string { return fmt.Sprintf(comment, frame) }}.prepare(t, Options{})
		require.NoError(t, err)
		if want == "" {
			require.Empty(t, notes, comment)
			continue
		}
		require.Len(t, notes, 1, comment)
		require.Contains(t, notes[0], want)
	}
	p := &xyzParser{trajectory: &trajectory{speeds: []float64{1, 2, 3}}, namedSpeed: "nm/blink"}
	p.finish()
	require.Len(t, p.notes, 1)
	require.Contains(t, p.notes[0], `the unit of velocities "nm/blink" is not known here`)
	p = &xyzParser{trajectory: &trajectory{}, namedSpeed: "nm/blink"}
	p.finish()
	require.Empty(t, p.notes)
}
