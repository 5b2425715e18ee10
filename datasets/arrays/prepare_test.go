package arrays

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/datasets/npz"
	"gmnc/system"
)

// usual are the options of the command line.
var usual = Options{Interval: 1}

// TestPrepare: trajectories, fields and objects come out as they went in, a split is
// drawn by recording, and infinite masses pin.
func TestPrepare(t *testing.T) {
	in := pendulum(10, 4)
	data, notes, err := prepared(t, Options{Interval: 1, LengthUnit: "m", TimeUnit: "s"}, in...)
	require.NoError(t, err)
	require.Empty(t, notes)
	require.Len(t, data.Train, 8)
	require.Len(t, data.Valid, 1)
	require.Len(t, data.Test, 1)
	require.Equal(t, datasets.About{LengthUnit: "m", VelocityUnit: "m/s", Interval: "0.1 s", Source: "in.npz, split by recording, drawn from seed 1"}, trimmed(data.About))

	s := data.Test[0]
	require.Equal(t, []float32{2, 2}, system.Mass.Of(&s))
	require.Equal(t, []float32{1, 0}, system.Pinned.Of(&s))
	require.Equal(t, []float32{0, 0, -1}, system.Gravity.Of(&s))
	require.Equal(t, [][2]int{{0, 1}}, s.Objects.Bars(system.Tree))
	found := false
	for recording := range 10 {
		size := 4 * 6
		found = found || float32(s.Trajectory.Positions[3]) == in[0].Floats[recording*size+3] && float32(s.Trajectory.Velocities[23]) == in[1].Floats[recording*size+23]
	}
	require.True(t, found)
	_, err = datasets.Encode(data)
	require.NoError(t, err)
}

// trimmed has the interval without the last digits of float32.
func trimmed(about datasets.About) datasets.About {
	if about.Interval == "0.10000000149011612 s" {
		about.Interval = "0.1 s"
	}
	return about
}

// TestPinsRest: by the size of a recording, in any unit, and then exactly.
func TestPinsRest(t *testing.T) {
	for _, unit := range []float32{1e-9, 1, 1e6} {
		in := pendulum(3, 4)[:1]
		for i := range in[0].Floats {
			in[0].Floats[i] *= unit
		}
		in[0].Floats[6] = 1e-6 * unit
		in = append(in, number("dt", 0.1), list("pinned", 1, 0))
		data, _, err := prepared(t, usual, in...)
		require.NoError(t, err)
		for _, sample := range slices.Concat(data.Train, data.Valid, data.Test) {
			require.Equal(t, []float32{0, 0, 0}, sample.Velocity[:3])
		}
		in[0].Floats[6] = 0.01 * unit
		_, _, err = prepared(t, usual, in...)
		require.ErrorContains(t, err, "particle 0 is pinned and moves")
	}
}

// TestPieces: recordings of different length, one after the other, become pieces of the
// shortest one's length; a field of each frame stays with its frame.
func TestPieces(t *testing.T) {
	long := swinging("", 1, 17)
	for i := range long {
		long[i].Shape = long[i].Shape[1:]
	}
	force := npz.Array{Key: "force", Shape: []int{17, 2, 3}, Floats: make([]float32, 17*6)}
	for frame := range 17 {
		force.Floats[6*frame+3] = float32(frame)
	}
	in := append(long, force, number("dt", 0.1), npz.Array{Key: "start", Shape: []int{3}, Ints: []int64{0, 9, 13}})
	data, notes, err := prepared(t, usual, in...)
	require.NoError(t, err)
	require.Equal(t, []string{"positions: 3 recordings are cut into 4 pieces of 4 frames; 2 frames at their ends are left out"}, notes)
	first := map[float32]bool{}
	for _, samples := range data.Splits() {
		for i := range *samples {
			s := &(*samples)[i]
			begins := system.Force.Of(s)[3]
			first[begins] = true
			require.Equal(t, begins+3, s.Trajectory.Given.Of(system.Force)[3*6+3])
			require.Equal(t, long[0].Floats[6*int(begins)+3], s.Position[3])
		}
	}
	require.Equal(t, map[float32]bool{0: true, 3: true, 9: true, 13: true}, first)

	_, _, err = prepared(t, Options{Interval: 2}, in...)
	require.ErrorContains(t, err, "force: recording 0, frame 1: it changes within the interval of 2 frames that begins 1 before")
}

// TestForcesAfterTheLastFrame: nothing acts after the last frame of a recording's last piece, so
// forces may change there, and need not be in the file.
func TestForcesAfterTheLastFrame(t *testing.T) {
	in := swinging("", 1, 18)
	for i := range in {
		in[i].Shape = in[i].Shape[1:]
	}
	force := npz.Array{Key: "force", Shape: []int{18, 2, 3}, Floats: make([]float32, 18*6)}
	force.Floats[6*17+3] = 1 // 16 is the last frame of the last piece
	_, _, err := prepared(t, Options{Interval: 2, Frames: 2}, append(in, force, number("dt", 0.1))...)
	require.NoError(t, err)
	for i := range in {
		in[i].Shape[0], in[i].Floats = 17, in[i].Floats[:17*6]
	}
	force.Shape[0], force.Floats = 17, force.Floats[:17*6]
	_, _, err = prepared(t, Options{Interval: 2, Frames: 2}, append(in, force, number("dt", 0.1))...)
	require.NoError(t, err)
}

// TestSprings: who is tied are neighbors, with the springs' constants.
func TestSprings(t *testing.T) {
	in := append(swinging("", 3, 3), number("dt", 0.1), number("stiffness", 10), list("rest_length", 1),
		npz.Array{Key: "springs", Shape: []int{1, 2}, Ints: []int64{1, 0}})
	data, _, err := prepared(t, usual, in...)
	require.NoError(t, err)
	require.Equal(t, []string{"rest_length", "stiffness"}, data.EdgeFeatures)
	require.Equal(t, []int64{1, 0}, data.Test[0].Neighbors)
	require.Equal(t, []float32{1, 10, 1, 10}, data.Test[0].EdgeFeatures)
}

// TestErrors: what is wrong is named by file, key and place.
func TestErrors(t *testing.T) {
	replaced := func(key string, with ...npz.Array) (arrays []npz.Array) {
		for _, a := range pendulum(3, 4) {
			if a.Key != key {
				arrays = append(arrays, a)
			}
		}
		return append(arrays, with...)
	}
	still, half, short := pendulum(3, 4), pendulum(3, 4), swinging("train_", 3, 4)
	still[1].Floats = make([]float32, 72)
	for i := range half[1].Floats {
		half[1].Floats[i] /= 100
	}
	moved := pendulum(3, 4)
	moved[0].Floats[2*24+6] = 0.25
	resting := []npz.Array{{Key: "positions", Shape: []int{3, 4, 2, 3}, Floats: make([]float32, 72)}, {Key: "velocities", Shape: []int{3, 4, 2, 3}, Floats: make([]float32, 72)}}
	notFinite := pendulum(3, 4)
	notFinite[1].Floats[24+7] = float32(math.NaN())
	turned := func(axes ...int) []npz.Array { // velocities that point backwards along some axes
		all := drifting(3, nil)
		for i := range all[1].Floats {
			if slices.Contains(axes, i%3) {
				all[1].Floats[i] *= -1.5
			}
		}
		return all
	}
	unrelated, random := drifting(3, nil), rand.New(rand.NewPCG(1, 1)) // velocities that explain little, with the wrong sign
	for i, own := range unrelated[1].Floats {
		unrelated[1].Floats[i] = own * float32(random.NormFloat64()-0.2)
	}
	withoutDt := func(arrays []npz.Array) []npz.Array {
		return slices.DeleteFunc(slices.Clone(arrays), func(a npz.Array) bool { return a.Key == "dt" })
	}
	for name, c := range map[string]struct {
		arrays  []npz.Array
		options Options
		text    string
	}{
		"unknown key":         {replaced("", list("angle", 1)), usual, "in.npz has angle, which nothing here reads: give ignore angle"},
		"misspelled key":      {replaced("mass", list("Masses", 1, 1)), usual, "in.npz has Masses, which nothing here reads: give ignore Masses, or the name of a field, such as mass in place of Masses"},
		"forces":              {replaced("", list("forces", 1)), usual, "in.npz has forces, which nothing here reads: give ignore forces, or the name of a field; forces between particles are found from motions"},
		"in a plane":          {replaced("positions", npz.Array{Key: "positions", Shape: []int{3, 4, 2, 2}, Floats: make([]float32, 48)}), usual, "positions has shape [3 4 2 2], expected [recordings, frames, particles, 3], or without the axis of recordings: give what moves in a plane 0 as its third coordinate"},
		"ignored, not there":  {replaced(""), Options{Interval: 1, Ignore: []string{"rate"}}, "has no \"rate\", which ignore names"},
		"no positions":        {replaced("positions"), usual, "has no positions: expected positions or {train,valid,test}_positions"},
		"mass 0":              {replaced("mass", list("mass", 1, 0)), usual, "mass: recording 0, particle 1 has the mass 0: expected one above 0"},
		"mass below 0":        {replaced("mass", list("mass", -1, 1)), usual, "mass: recording 0, particle 0 has the mass -1"},
		"mass that is none":   {replaced("mass", list("mass", float32(math.NaN()), 1)), usual, "mass: NaN at [0], expected a finite float32"},
		"all pinned":          {append(resting, list("pinned", 1, 1)), usual, "pinned: recording 0: all 2 particles are pinned"},
		"pinned and infinite": {replaced("", list("pinned", 0, 0)), usual, "pinned: recording 0, particle 0 is not pinned, and its mass is infinite"},
		"pinned that moves":   {moved, usual, "mass: recording 2, frame 1, particle 0 is pinned and moves"},
		"not finite":          {notFinite, usual, "velocities: recording 1, frame 1, particle 0, axis y: NaN is not a finite float32"},
		"other frames":        {replaced("dt", number("dt", 0.25)), usual, "velocities are 2.5"},
		"no dt":               {replaced("dt"), usual, "has no dt, the time from frame to frame: give dt, which is 0.1 by"},
		"circle":              {replaced("parents", npz.Array{Key: "parents", Shape: []int{2}, Ints: []int64{1, 0}}), usual, "parents, particle 0: its parents lead in a circle"},
		"gravity":             {replaced("gravity", list("gravity", 0, -1)), usual, "gravity has shape [2], expected [3], or"},
		"spring":              {replaced("", npz.Array{Key: "springs", Shape: []int{1, 2}, Ints: []int64{0, 1}}, number("stiffness", -1)), usual, "stiffness: spring 0 (particles 0 and 1) has -1, expected 0 or more"},
		"slower":              {half, usual, "velocities are 0.00999"},
		"wrong sign":          {turned(0, 1, 2), usual, "velocities have the wrong sign in all directions: they point against the differences of positions"},
		"wrong sign of axes":  {turned(1, 2), usual, "velocities have the wrong sign along y and z: "},
		"unrelated":           {unrelated, usual, " of the differences of positions with dt 0.05: expected about 1, velocities of the same frames, particles and axes"},
		"unrelated, no dt":    {withoutDt(unrelated), usual, "velocities do not follow from positions: give dt, and velocities of the same frames and particles"},
		"twice as slow":       {replaced("dt", number("dt", 0.202)), usual, "with dt 0.202: expected about 1; dt 0.1 would fit, or other units"},
		"wrong sign, no dt":   {withoutDt(turned(0, 1, 2)), usual, "velocities have the wrong sign in all directions: "},
		"jumps of a caller":   {half, Options{Interval: 1, Checked: true, Jump: "frame 7"}, "velocities do not follow from positions, whose frames break off or repeat: frame 7"},
		"velocities of 0":     {still, usual, "velocities are all 0, and positions change"},
		"many times":          {replaced("dt", list("dt", 0.1, 0.1)), usual, "dt has 2 numbers, expected one above 0"},
		"velocities alone":    {append(short, npz.Array{Key: "test_velocities", Shape: []int{3, 4, 2, 3}, Floats: make([]float32, 72)}), usual, "test_velocities is there without test_positions"},
		"a data set":          {replaced("", npz.Array{Key: "test_x0", Shape: []int{3, 2, 3}, Floats: make([]float32, 18)}), usual, "test_x0 is there: the file is a data set already"},
		"two recordings":      {pendulum(2, 4), usual, "a split needs 3 recordings or, by time, 5 pieces, and 2 recordings in 2 pieces are there: cut them into shorter pieces by frames, or name arrays by their split, as in train_positions"},
		"interval":            {pendulum(3, 4), Options{Interval: 4}, "a recording has 4 frames, too few for an interval of 4"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := prepared(t, c.options, c.arrays...)
			require.ErrorContains(t, err, c.text)
			require.ErrorContains(t, err, "in.npz")
		})
	}
}

// TestArraysInMemory: arrays in memory give the same data as a file of them, and the same errors.
func TestArraysInMemory(t *testing.T) {
	want, _, err := prepared(t, usual, pendulum(3, 4)...)
	require.NoError(t, err)
	got, notes, err := From("in.npz", pendulum(3, 4), usual)
	require.NoError(t, err)
	require.Empty(t, notes)
	require.Equal(t, want, got)
	_, _, err = From("in.npz", pendulum(3, 4), Options{})
	require.EqualError(t, err, "interval 0: it is 1 frame or more")
	_, _, err = prepared(t, Options{}, pendulum(3, 4)...)
	require.EqualError(t, err, "interval 0: it is 1 frame or more")
	_, _, err = From("in.npz", make([]npz.Array, npz.MaxEntries+1), usual)
	require.ErrorContains(t, err, "it would hold 257 arrays")
	_, _, err = From("in.npz", []npz.Array{number("dt", 1), number("dt", 1)}, usual)
	require.ErrorContains(t, err, `in.npz holds the key "dt" twice`)
}

// TestBoundsOfOptions: options are refused just beyond their bounds.
func TestBoundsOfOptions(t *testing.T) {
	with := func(change func(o *Options)) Options {
		o := usual
		change(&o)
		return o
	}
	for want, o := range map[string]Options{
		"interval 0: it is 1 frame or more":                             with(func(o *Options) { o.Interval = 0 }),
		"frames 1: it is 2 or more, or 0 for the shortest recording's":  with(func(o *Options) { o.Frames = 1 }),
		"frames -1: it is 2 or more, or 0 for the shortest recording's": with(func(o *Options) { o.Frames = -1 }),
		"dt -1: it is a number above 0, or 0 for none":                  with(func(o *Options) { o.Dt = -1 }),
		"dt NaN: it is a number above 0, or 0 for none":                 with(func(o *Options) { o.Dt = math.NaN() }),
		"dt +Inf: it is a number above 0, or 0 for none":                with(func(o *Options) { o.Dt = math.Inf(1) }),
		"shift force=1000.5: it is a number of frames, -1000 to 1000":   with(func(o *Options) { o.Shift = map[string]float64{"force": 1000.5} }),
		"shift force=-1001: it is a number of frames, -1000 to 1000":    with(func(o *Options) { o.Shift = map[string]float64{"force": -1001} }),
		"ignore positions: no data set is without positions":            with(func(o *Options) { o.Ignore = []string{"positions"} }),
		`length_unit "m^x": the unit "m^x": `:                           with(func(o *Options) { o.LengthUnit = "m^x" }),
		`time_unit "kg" is no unit of time: expected one such as s`:     with(func(o *Options) { o.TimeUnit = "kg" }),
	} {
		require.ErrorContains(t, o.Validate(), want)
	}
	for _, o := range []Options{
		usual, with(func(o *Options) { o.Frames = 2 }), with(func(o *Options) { o.Dt = 1e-9 }), with(func(o *Options) { o.Ignore = []string{"train_velocities"} }),
		with(func(o *Options) { o.Shift = map[string]float64{"a": 1000, "b": -1000} }), with(func(o *Options) { o.LengthUnit, o.TimeUnit = "cm", "min" }),
	} {
		require.NoError(t, o.Validate())
	}
}

// TestIgnoredInSplits: a name stands for the arrays of all splits.
func TestIgnoredInSplits(t *testing.T) {
	all := append(swinging("train_", 2, 4), append(swinging("valid_", 1, 4), number("dt", 0.1))...)
	_, notes, err := prepared(t, Options{Interval: 1, Ignore: []string{"velocities"}}, all...)
	require.NoError(t, err)
	require.Contains(t, strings.Join(notes, "\n"), "the array valid_velocities is missing, so velocities are central differences")
	left := append(swinging("train_", 2, 4), append(swinging("valid_", 1, 4), swinging("test_", 1, 4)[1], number("dt", 0.1))...)
	data, _, err := prepared(t, Options{Interval: 1, Ignore: []string{"test_velocities"}}, left...)
	require.NoError(t, err)
	require.Empty(t, data.Test)
}

// FuzzPrepare: whatever a file holds, there is a data set that can be written, or an
// error.
func FuzzPrepare(f *testing.F) {
	f.Add(encoded(f, pendulum(3, 4)...))
	f.Add(encoded(f, append(swinging("train_", 1, 3), number("dt", 0.1), npz.Array{Key: "bodies", Shape: []int{2}, Ints: []int64{0, 0}})...))
	f.Add(encoded(f, append(swinging("", 3, 3), number("dt", 0.1), npz.Array{Key: "springs", Shape: []int{1, 2}, Ints: []int64{1, 0}})...))
	f.Fuzz(func(t *testing.T, content []byte) {
		a, err := npz.New("in.npz", bytes.NewReader(content), int64(len(content)))
		if err != nil {
			return
		}
		data, _, err := prepare(a, usual)
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		_, err = datasets.Encode(data)
		require.NoError(t, err)
	})
}
