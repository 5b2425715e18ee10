package arrays

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/arrays/keys"
	"gmnc/datasets/arrays/recordings"
	"gmnc/datasets/npz"
	"gmnc/system"
)

// sourceOf returns a source of a file of arrays, of systems of two particles.
func sourceOf(t *testing.T, arrays ...npz.Array) *source {
	t.Helper()
	file := encoded(t, arrays...)
	archive, err := npz.New("in.npz", bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	return &source{Reader: keys.New(archive, nil), particles: 2, o: usual}
}

// TestStarts: recordings begin at the frames of the array start, the first at 0, with two frames or more
// each.
func TestStarts(t *testing.T) {
	for _, c := range []struct {
		starts []int64
		want   []int
		wrong  string
	}{
		{nil, []int{0, 10}, ""}, {[]int64{0, 4}, []int{0, 4, 10}, ""}, {[]int64{0, 8}, []int{0, 8, 10}, ""}, {[]int64{0, 2, 10}, []int{0, 2, 10}, ""},
		{[]int64{1, 4}, nil, "start has 1 at 0: expected 0 first, then the first frame of each recording, 2 or more after the one before"},
		{[]int64{0, 1}, nil, "start has 1 at 1: expected 0 first"},
		{[]int64{0, 11}, nil, "start has 11 at 1, and there are 10 frames"},
		{[]int64{}, nil, "start is empty: expected the first frame of each recording"},
		{[]int64{0, 9}, nil, "start has 9 at the end, one before the number of frames: a recording has 2 frames or more"},
	} {
		var arrays []npz.Array
		if c.starts != nil {
			arrays = append(arrays, npz.Array{Key: "start", Shape: []int{len(c.starts)}, Ints: c.starts})
		}
		got, err := sourceOf(t, arrays...).starts(new(recordings.Group), []int{10})
		if c.wrong != "" {
			require.ErrorContains(t, err, c.wrong)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, c.want, got)
	}
	start := npz.Array{Key: "start", Shape: []int{1}, Ints: []int64{0}}
	_, err := sourceOf(t, start).starts(new(recordings.Group), []int{2, 5})
	require.ErrorContains(t, err, "start is there, and the recordings have an axis of their own: expected the one or the other")
	got, err := sourceOf(t).starts(new(recordings.Group), []int{2, 5})
	require.NoError(t, err)
	require.Equal(t, []int{0, 5, 10}, got)
	_, err = sourceOf(t, start).starts(new(recordings.Group), []int{0})
	require.ErrorContains(t, err, "start has the end of the frames alone: expected the first frame of each recording")
}

// TestShapesOfPositions: positions have two or three axes before their coordinates, and all splits the same
// particles.
func TestShapesOfPositions(t *testing.T) {
	of := func(shape ...int) error {
		count := 1
		for _, extent := range shape {
			count *= extent
		}
		return sourceOf(t, npz.Array{Key: "positions", Shape: shape, Floats: make([]float32, count)}).readGroup("")
	}
	require.NoError(t, of(4, 2, 3))
	require.NoError(t, of(2, 2, 2, 3))
	for want, shape := range map[string][]int{
		"positions has shape [12], expected [recordings, frames, particles, 3], or without":                                                         {12},
		"positions has shape [4 3], expected [recordings":                                                                                           {4, 3},
		"positions has shape [1 2 2 2 3], expected [recordings":                                                                                     {1, 2, 2, 2, 3},
		"positions has shape [2 2 4], expected [recordings":                                                                                         {2, 2, 4},
		"positions has shape [0 2 3], expected [recordings":                                                                                         {0, 2, 3},
		"positions has shape [4 2 2], expected [recordings, frames, particles, 3], or without the axis of recordings: give what moves in a plane 0": {4, 2, 2},
		"positions has shape [2], expected [recordings, frames, particles, 3], or without the axis of recordings":                                   {2},
		"positions has 5 particles, and other splits have 2: expected the same ones":                                                                {4, 5, 3},
		"positions: a recording has 1 frames, too few for an interval of 1: expected 2 or more":                                                     {1, 2, 3},
	} {
		require.ErrorContains(t, of(shape...), want)
		require.Equal(t, strings.Contains(want, "in a plane"), strings.Contains(of(shape...).Error(), "in a plane"))
	}
	text := sourceOf(t, npz.Array{Key: "positions", Text: "none"}, npz.Array{Key: "velocities", Text: "none"})
	require.ErrorContains(t, text.readGroup(""), "positions has element type")
	require.ErrorContains(t, text.readVelocities(new(recordings.Group)), "velocities has element type")
}

// TestPlanesOfFiles: planes are padded with zeros, one may lack its axis, and each has a normal.
func TestPlanesOfFiles(t *testing.T) {
	s := sourceOf(t)
	values, shape, err := s.padded("planes", []float64{0, 0, 1, 5, 1, 0, 0, 7}, []int{2, 4})
	require.NoError(t, err)
	require.Equal(t, []int{4 * system.MostPlanes}, shape)
	require.Equal(t, append([]float64{0, 0, 1, 5, 1, 0, 0, 7}, make([]float64, 4*system.MostPlanes-8)...), values)
	values, shape, err = s.padded("train_plane", []float64{0, 0, 1, 5, 1, 0, 0, 7}, []int{2, 4})
	require.NoError(t, err)
	require.Equal(t, []int{2, 4 * system.MostPlanes}, shape)
	require.Equal(t, []float64{1, 0, 0, 7}, values[4*system.MostPlanes:][:4])
	most := slices.Repeat([]float64{0, 0, 1, 5}, system.MostPlanes+1)
	_, _, err = s.padded("planes", most[4:], []int{system.MostPlanes, 4})
	require.NoError(t, err)
	for want, c := range map[string]struct {
		values []float64
		shape  []int
	}{
		"planes: 7 planes, expected 6 or fewer":                                                          {most, []int{system.MostPlanes + 1, 4}},
		"planes has no planes: leave it out":                                                             {nil, []int{0, 4}},
		"planes has shape [8], expected normal and offset, 4 numbers":                                    {make([]float64, 8), []int{8}},
		"planes has shape [2 3], expected normal and offset":                                             {make([]float64, 6), []int{2, 3}},
		"planes has shape [1 1 1 4], expected normal and offset":                                         {make([]float64, 4), []int{1, 1, 1, 4}},
		"planes: plane 1 of recording 0 has no normal: expected three numbers, not all 0, and an offset": {[]float64{0, 0, 1, 5, 0, 0, 0, 7}, []int{2, 4}},
		"planes: plane 0 of recording 1 has no normal":                                                   {[]float64{0, 0, 1, 5, 0, 0, 0, 7}, []int{2, 1, 4}},
	} {
		_, _, err = s.padded("planes", c.values, c.shape)
		require.ErrorContains(t, err, want)
	}
	require.Equal(t, "plane", sourceOf(t, list("plane", 0, 0, 1, 5)).arrayOf(system.Planes))
	require.Equal(t, "planes", s.arrayOf(system.Planes))
	require.Equal(t, "planes", sourceOf(t, list("plane", 0, 0, 1, 5), list("planes", 0, 0, 1, 5)).arrayOf(system.Planes))
	require.Equal(t, "mass", sourceOf(t, list("plane", 0, 0, 1, 5)).arrayOf(system.Mass))
}

// TestExtents: an array has values for all, of each recording or of each frame, by its shape.
func TestExtents(t *testing.T) {
	s, g := sourceOf(t), &recordings.Group{Starts: []int{0, 3, 6}}
	for _, c := range []struct {
		f     *system.Field
		shape []int
		own   bool
		per   recordings.Extent
		known bool
	}{
		{system.Mass, nil, true, recordings.OfAll, true}, {system.Mass, []int{2}, true, recordings.OfAll, true}, {system.Mass, []int{2, 1}, true, recordings.OfAll, true},
		{system.Mass, []int{2, 2}, true, recordings.OfRecording, true}, {system.Mass, []int{2, 2}, false, 0, false}, {system.Mass, []int{6, 2}, true, 0, false},
		{system.Force, []int{6, 2, 3}, true, recordings.OfFrame, true}, {system.Force, []int{2, 3, 2, 3}, true, recordings.OfFrame, true}, {system.Force, []int{3, 2, 2, 3}, true, 0, false},
		{system.Force, nil, true, recordings.OfAll, false}, {system.Gravity, []int{3}, true, recordings.OfAll, true}, {system.Gravity, []int{2, 3}, true, recordings.OfRecording, true},
	} {
		per, known := s.extent(g, c.f, c.shape, c.own)
		require.Equal(t, c.known, known, "%s %v", c.f.Name, c.shape)
		if known {
			require.Equal(t, c.per, per, "%s %v", c.f.Name, c.shape)
		}
	}
	require.Equal(t, "[2], or that after an axis of 2 recordings", s.expected(g, system.Mass, true))
	require.Equal(t, "[2 3], or that after an axis of 2 recordings or of frames as positions have them", s.expected(g, system.Force, true))
	require.Equal(t, "[2 3]", s.expected(g, system.Force, false))
	require.Equal(t, []int{1, 2, 0}, indicesOf(15, []int{2, 3, 3}))
	require.Equal(t, []int{}, indicesOf(0, nil))
}

// TestInfiniteMasses become the mean of the others, or 0 if there are none.
func TestInfiniteMasses(t *testing.T) {
	infinite := float32(math.Inf(1))
	masses := []float32{2, infinite, 4, infinite}
	require.Equal(t, []float32{0, 1, 0, 1}, finite(masses))
	require.Equal(t, []float32{2, 3, 4, 3}, masses)
	require.Nil(t, finite([]float32{1, 2}))
	all := []float32{infinite}
	require.Equal(t, []float32{1}, finite(all))
	require.Equal(t, []float32{0}, all)
}

// TestFieldsOfSplits: a field is in all splits or in none, and not in the file and a split.
func TestFieldsOfSplits(t *testing.T) {
	both := func(more ...npz.Array) []npz.Array {
		return append(append(swinging("train_", 2, 4), swinging("valid_", 1, 4)...), append(more, number("dt", 0.1))...)
	}
	at := func(key string) npz.Array { return list(key, 1, 2) }
	for want, arrays := range map[string][]npz.Array{
		"train_mass is there and mass, too: expected one array for all, or one for each split":         both(at("mass"), at("train_mass")),
		"train_mass is missing, though there is valid_mass: expected the field in all splits":          both(at("valid_mass")),
		"valid_mass is missing, though there is train_mass: expected the field in all splits":          both(at("train_mass")),
		"train_mass has shape [3], expected [2], or that after an axis of 2 recordings":                both(list("train_mass", 1, 2, 3), at("valid_mass")),
		"mass has shape [3], expected [2]":                                                             both(list("mass", 1, 2, 3)),
		"valid_velocities has shape [4 2 3], and positions have [1 4 2 3]: expected the same":          slices.DeleteFunc(both(npz.Array{Key: "valid_velocities", Shape: []int{4, 2, 3}, Floats: make([]float32, 24)}), func(a npz.Array) bool { return a.Key == "valid_velocities" && len(a.Shape) == 4 }),
		"positions is there and train_positions, too: expected arrays of splits, or of all recordings": both(npz.Array{Key: "positions", Shape: []int{4, 2, 3}, Floats: make([]float32, 24)}),
	} {
		_, _, err := prepared(t, usual, arrays...)
		require.ErrorContains(t, err, want)
	}
	data, _, err := prepared(t, usual, both(at("train_mass"), list("valid_mass", 3, 4))...)
	require.NoError(t, err)
	require.Equal(t, []float32{1, 2}, system.Mass.Of(&data.Train[0]))
	require.Equal(t, []float32{3, 4}, system.Mass.Of(&data.Valid[0]))
}

// TestFieldsWithinAnInterval: a field of each frame is that of the first of an interval, in which it may not
// change, but after the last.
func TestFieldsWithinAnInterval(t *testing.T) {
	s, g := sourceOf(t), &recordings.Group{Starts: []int{0, 5}}
	s.o.Interval = 2
	force := recordings.Given{Field: system.Force, Per: recordings.OfFrame, Values: make([]float32, 30)}
	require.NoError(t, s.checkConstant(g, force, 0, 0, false))
	force.Values[6+4] = 1
	err := s.checkConstant(g, force, 0, 0, false)
	require.ErrorContains(t, err, "force: recording 0, frame 1: it changes within the interval of 2 frames that begins 1 before: expected the same values, or a shorter interval")
	require.NoError(t, s.checkConstant(g, force, 0, 0, true))
	require.NoError(t, s.checkConstant(g, force, 0, 2, false))
}

// TestForcesOfPieces: a piece has the forces of its own frames, an interval apart.
func TestForcesOfPieces(t *testing.T) {
	s, g := sourceOf(t), &recordings.Group{Starts: []int{0, 7}, Positions: make([]float64, 42), Velocities: make([]float64, 42)}
	s.o.Interval = 2
	force := recordings.Given{Field: system.Force, Per: recordings.OfFrame, Values: make([]float32, 42)}
	for i := range force.Values {
		force.Values[i] = float32(i / 12)
	}
	for i := range g.Positions {
		g.Positions[i], g.Velocities[i] = float64(i/6), -float64(i/6)
	}
	g.Given = []recordings.Given{force, {Field: system.Mass, Values: []float32{1, 2}}}
	sample, err := s.sample(g, system.Sample{}, 0, 2, 3)
	require.NoError(t, err)
	var forces, positions, velocities []float64
	for frame := range 3 {
		forces = append(forces, float64(sample.Trajectory.Given.Of(system.Force)[6*frame]))
		positions, velocities = append(positions, sample.Trajectory.Positions[6*frame]), append(velocities, sample.Trajectory.Velocities[6*frame+5])
	}
	require.Equal(t, []float64{1, 2, 3}, forces)
	require.Equal(t, []float64{2, 4, 6}, positions)
	require.Equal(t, []float64{-2, -4, -6}, velocities)
	require.Equal(t, []float32{1, 2}, system.Mass.Of(&sample))
}

// TestNumbersOfFields: numbers are finite, and may be infinite as masses alone.
func TestNumbersOfFields(t *testing.T) {
	infinite := float32(math.Inf(1))
	g := &recordings.Group{Starts: []int{0, 3}}
	s := sourceOf(t, list("mass", infinite, math.MaxFloat32), list("charge", math.MaxFloat32, -math.MaxFloat32), list("gravity", 0, 0, infinite), number("friction", -infinite), number("damping", 0.5))
	mass, err := s.readGiven(g, system.Mass, "mass", true)
	require.NoError(t, err)
	require.Equal(t, []float32{1, 0}, mass.Infinite)
	charge, err := s.readGiven(g, system.Charge, "charge", true)
	require.NoError(t, err)
	require.Equal(t, []float32{math.MaxFloat32, -math.MaxFloat32}, charge.Values)
	require.Nil(t, charge.Infinite)
	_, err = s.readGiven(g, system.Gravity, "gravity", true)
	require.EqualError(t, err, "in.npz: gravity: +Inf at [2], expected a finite float32")
	_, err = s.readGiven(g, system.Friction, "friction", true)
	require.EqualError(t, err, "in.npz: friction: -Inf at [], expected a finite float32")
	_, err = s.readGiven(g, system.Mass, "none", true)
	require.ErrorContains(t, err, "none is missing")
}

// TestBarsOfNoLength: the object is numbered within its kind.
func TestBarsOfNoLength(t *testing.T) {
	s := system.Sample{Position: []float32{0, 0, 0, 1, 0, 0, 2, 0, 0, 2, 0, 0, 5, 0, 0, 6, 0, 0}, Objects: system.Objects{system.Hinge.Of(1, 0, 4), system.Stick.Of(0, 5), system.Stick.Of(2, 3)}}
	report := func(array, format string, arguments ...any) error {
		return sourceOf(t).Errorf(array, format, arguments...)
	}
	require.ErrorContains(t, checkBars(&s, report), "sticks, stick 1: its particles 2 and 3 are at one place, expected a bar with a length")
	s.Objects = system.Objects{{Kind: system.Body, Members: []int{2, 3}}}
	require.NoError(t, checkBars(&s, report))
}
