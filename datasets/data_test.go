package datasets

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
	"gmnc/internal/test/distinct"
	"gmnc/internal/test/testenv"
	"gmnc/predict"
	"gmnc/system"
)

// exampleData has splits of different compositions.
func exampleData() *Data {
	single := distinct.Sample(1, 5)
	single.TargetVelocity = nil
	return &Data{
		Train: []system.Sample{
			distinct.Sample(6, 1, system.Stick.Of(5, 0), system.Hinge.Of(3, 2, 1)),
			distinct.Sample(6, 2, system.Stick.Of(1, 2), system.Hinge.Of(0, 4, 5)),
		},
		Valid: []system.Sample{distinct.Sample(3, 3, system.Stick.Of(2, 0))},
		Test:  []system.Sample{single},
	}
}

// TestNamesOfParticles are as many as particles, and travel with the data.
func TestNamesOfParticles(t *testing.T) {
	sample := system.Sample{Position: make([]float32, 6), Velocity: make([]float32, 6), TargetPosition: make([]float32, 6)}
	data := &Data{Test: []system.Sample{sample}, About: About{Up: "z", Names: Named([]string{"arm|left", "hand"})}}
	path := filepath.Join(t.TempDir(), "data.npz")
	require.NoError(t, Write(path, data))
	read, err := Read(path)
	require.NoError(t, err)
	require.Equal(t, "z", read.About.Up)
	require.Equal(t, []string{"arm/left", "hand"}, read.About.ParticleNames())
	data.About.Names = "arm"
	require.ErrorContains(t, Write(path, data), "names has 1 names, with | between, and sample 0 of all 2 particles")
	data.About = About{Up: "up"}
	require.ErrorContains(t, Write(path, data), "expected the axis that stands upright: x, y or z")
}

// TestUnitsOfOtherQuantities are refused; ones that no table has may be of any.
func TestUnitsOfOtherQuantities(t *testing.T) {
	for _, c := range []struct {
		about   About
		message string
	}{
		{About{LengthUnit: "kg"}, `length_unit: "kg" is no unit of lengths: expected one such as m`},
		{About{LengthUnit: "m", VelocityUnit: "m"}, `velocity_unit: "m" is no unit of velocities: expected one such as m/s`},
		{About{Interval: "1 m"}, `interval: "m" is no unit of times: expected one such as s`},
		{About{LengthUnit: "half_width", VelocityUnit: "half_width/s", Interval: "30 frames of 0.03 s"}, ""},
	} {
		data := exampleData()
		data.About = c.about
		if err := Write(filepath.Join(t.TempDir(), "data.npz"), data); c.message == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, c.message)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data.npz")
	require.NoError(t, Write(path, exampleData()))
	have, err := Read(path)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(exampleData(), have))

	first, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, Write(path, have))
	second, err := os.ReadFile(path)
	require.NoError(t, err)
	require.True(t, bytes.Equal(first, second), "the same data gave other bytes")
}

func TestReadReferenceFile(t *testing.T) {
	data, err := Read(filepath.Join(testenv.Data(t), "nbody_reference_3_2_1.npz"))
	require.NoError(t, err)
	require.Len(t, data.Train, 500)
	require.Len(t, data.Valid, 2000)
	require.Len(t, data.Test, 2000)
	sample := data.Train[1]
	require.Equal(t, 10, sample.Particles())
	require.Equal(t, [][]int{{9, 5}, {4, 0}}, sample.Objects.Of(system.Stick))
	require.Equal(t, [][]int{{3, 7, 2}}, sample.Objects.Of(system.Hinge))
	// Every target keeps the lengths of the input's sticks and hinge bars.
	const float32Length = 2e-5 // rounding of coordinates up to about 100
	for _, split := range SplitNames {
		samples, err := data.Split(split)
		require.NoError(t, err)
		var target []float32
		for _, sample := range samples {
			target = append(target, sample.TargetPosition...)
		}
		changes, err := predict.ConstraintErrors(samples, target)
		require.NoError(t, err)
		require.Less(t, predict.Summarize(changes).Median, float32Length)
		mistakes, err := predict.PositionErrors(samples, target)
		require.NoError(t, err)
		require.Zero(t, predict.Summarize(mistakes).Mean)
	}
}

func TestSplit(t *testing.T) {
	data := &Data{Train: exampleData().Train, Test: exampleData().Test}
	samples, err := data.Split("test")
	require.NoError(t, err)
	require.Equal(t, data.Test, samples)
	_, err = data.Split("valid")
	require.EqualError(t, err, `the split "valid" has no samples: there are samples in [train, test]`)
	_, err = data.Split("dev")
	require.EqualError(t, err, `no split is called "dev": choose one of train, valid, test`)
}

func TestReadPathErrors(t *testing.T) {
	folder := t.TempDir()
	missing := filepath.Join(folder, "none.npz")
	_, err := Read(missing)
	require.EqualError(t, err, missing+" does not exist: check the name, or make a data set with gmnc simulate or gmnc prepare")
	_, err = Content(missing)
	require.EqualError(t, err, missing+" does not exist: check the name, or make a data set with gmnc simulate or gmnc prepare")
	require.ErrorIs(t, npz.Open(missing, nil), fs.ErrNotExist)
	require.EqualError(t, npz.Open(missing, nil), missing+" does not exist: check the name", "of whatever it is to hold")
	_, err = Read(folder)
	require.EqualError(t, err, folder+" is a folder, expected an .npz file")
	below := filepath.Join(folder, "file")
	require.NoError(t, os.WriteFile(below, nil, 0o644))
	_, err = Read(filepath.Join(below, "x.npz"))
	require.EqualError(t, err, "cannot read "+filepath.Join(below, "x.npz")+": not a directory")
}

func TestReadContentErrors(t *testing.T) {
	float := func(shape string, values ...float32) []byte { return npyFile("<f4", "False", shape, values) }
	index := func(shape string, values ...int64) []byte { return npyFile("<i8", "False", shape, values) }
	vectors := distinct.Ramp(0, 18)
	vectors[9+3*1+2] = float32(math.NaN()) // sample 1, particle 1, axis z
	two := func() []entry {
		state := float("(2, 3, 3)", distinct.Ramp(1, 18)...)
		return []entry{
			{"train_x0", state}, {"train_v0", state}, {"train_xT", state},
			{"train_charge", float("(2, 3, 1)", distinct.Ramp(1, 6)...)},
			{"train_sticks", index("(2, 1, 2)", 2, 0, 0, 1)},
		}
	}
	noPosition := two()[1:]
	for name, c := range map[string]struct {
		entries []entry
		want    string
	}{
		"unknown key":    {append(two(), entry{"train_spin", nil}), `x.npz holds the unknown key "train_spin": known are ` + knownKeys()},
		"foreign":        {[]entry{{"positions_of_all", nil}}, `x.npz is not a data set: it has "positions_of_all", but none of {train,valid,test}_x0 (gmnc prepare arrays makes a data set from recordings)`},
		"unknown split":  {append(two(), entry{"dev_x0", nil}), `x.npz holds the unknown key "dev_x0": known are ` + knownKeys()},
		"no samples":     {nil, "x.npz: there are no samples: expected at least one split with the keys train_x0, train_v0, train_xT"},
		"missing array":  {noPosition, "x.npz: train_x0 is missing, though train_v0 is there: a split needs x0, v0, xT"},
		"only sticks":    {append(two(), entry{"test_sticks", nil}), "x.npz: test_x0 is missing, though test_sticks is there: a split needs x0, v0, xT"},
		"no particles":   {replaced(two(), "train_x0", float("(2, 0, 3)")), "x.npz: train_x0 has shape [2 0 3], expected one particle or more"},
		"flat position":  {replaced(two(), "train_x0", float("(6, 3)", distinct.Ramp(1, 18)...)), "x.npz: train_x0 has shape [6 3], expected [samples, particles, 3 axes]"},
		"particles":      {replaced(two(), "train_v0", float("(3, 2, 3)", distinct.Ramp(1, 18)...)), "x.npz: train_v0 has shape [3 2 3], expected [2 samples, 3 particles, 3 axes]"},
		"target":         {replaced(two(), "train_vT", float("(1, 3, 3)", distinct.Ramp(1, 9)...)), "x.npz: train_vT has shape [1 3 3], expected [2 samples, 3 particles, 3 axes]"},
		"flat charge":    {replaced(two(), "train_charge", float("(2, 3)", distinct.Ramp(1, 6)...)), "x.npz: train_charge has shape [2 3], expected [2 samples, 3 particles, 1 charge]"},
		"sticks shape":   {replaced(two(), "train_sticks", index("(2, 1, 3)", make([]int64, 6)...)), "x.npz: train_sticks has shape [2 1 3], expected [2 samples, sticks, 2 members]"},
		"hinges shape":   {replaced(two(), "train_hinges", index("(1, 1, 3)", 0, 1, 2)), "x.npz: train_hinges has shape [1 1 3], expected [2 samples, hinges, 3 members]"},
		"NaN position":   {replaced(two(), "train_x0", float("(2, 3, 3)", vectors...)), "x.npz: train_x0: sample 1, particle 1, axis z: NaN is not a finite float32"},
		"NaN velocity":   {replaced(two(), "train_v0", float("(2, 3, 3)", vectors...)), "x.npz: train_v0: sample 1, particle 1, axis z: NaN is not a finite float32"},
		"NaN target":     {replaced(two(), "train_xT", float("(2, 3, 3)", vectors...)), "x.npz: train_xT: sample 1, particle 1, axis z: NaN is not a finite float32"},
		"NaN target v":   {replaced(two(), "train_vT", float("(2, 3, 3)", vectors...)), "x.npz: train_vT: sample 1, particle 1, axis z: NaN is not a finite float32"},
		"float64 range":  {replaced(two(), "train_x0", npyFile("<f8", "False", "(2, 3, 3)", append(make([]float64, 17), -1e300))), "x.npz: train_x0: sample 1, particle 2, axis z: -Inf is not a finite float32"},
		"infinite":       {replaced(two(), "train_charge", float("(2, 3, 1)", 1, 1, 1, float32(math.Inf(1)), 1, 1)), "x.npz: train_charge: sample 1, particle 0: +Inf is not a finite float32"},
		"index too high": {replaced(two(), "train_sticks", index("(2, 1, 2)", 0, 1, 2, 3)), "x.npz: train_sticks: sample 1, stick 0: particle 3 is out of range, expected 0 to 2"},
		"index negative": {replaced(two(), "train_hinges", index("(2, 1, 3)", -1, 1, 2, 0, 1, 2)), "x.npz: train_hinges: sample 0, hinge 0: particle -1 is out of range, expected 0 to 2"},
		"twice in one":   {replaced(two(), "train_sticks", index("(2, 1, 2)", 0, 1, 2, 2)), "x.npz: train_sticks: sample 1, stick 0: particle 2 is in stick 0 already, expected each particle in at most one object, once"},
		"two objects":    {replaced(two(), "train_hinges", index("(2, 1, 3)", 1, 2, 0, 0, 1, 2)), "x.npz: train_hinges: sample 0, hinge 0: particle 2 is in stick 0 already, expected each particle in at most one object, once"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := readBytes(zipFile(zip.Store, c.entries...))
			require.EqualError(t, err, c.want)
		})
	}
}

func TestWriteErrors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data.npz")
	change := func(edit func(*Data)) *Data {
		data := exampleData()
		edit(data)
		return data
	}
	for name, c := range map[string]struct {
		data *Data
		want string
	}{
		"no samples":   {new(Data), ": there are no samples: expected at least one split with the keys train_x0, train_v0, train_xT"},
		"no particles": {&Data{Test: make([]system.Sample, 1)}, ": test_x0: sample 0: no particles, expected one or more"},
		"targets":      {change(func(d *Data) { d.Train[1].TargetVelocity = nil }), ": train_vT: sample 1 has length 0, expected 18: all samples of a split have what sample 0 has, for each of their particles (6)"},
		"NaN energy": {change(func(d *Data) {
			d.Valid[0].Potential = &system.Potential{Energy: float32(math.NaN()), Forces: make([]float32, len(d.Valid[0].Position))}
		}), ": valid_energy: sample 0: NaN is not a finite float32"},
		"NaN":   {change(func(d *Data) { d.Valid[0].Velocity[4] = float32(math.NaN()) }), ": valid_v0: sample 0, particle 1, axis y: NaN is not a finite float32"},
		"index": {change(func(d *Data) { d.Valid[0].Objects.Of(system.Stick)[0][1] = 3 }), ": valid_sticks: sample 0, stick 0: particle 3 is out of range, expected 0 to 2"},
	} {
		t.Run(name, func(t *testing.T) {
			require.EqualError(t, Write(path, c.data), path+c.want)
			require.NoFileExists(t, path)
		})
	}
	require.ErrorContains(t, Write(filepath.Join(path, "none", "x.npz"), exampleData()), "cannot write")
}

func TestCheckInputs(t *testing.T) {
	example := exampleData()
	mixed := []system.Sample{example.Train[0], example.Test[0], example.Valid[0]}
	mixed[1].TargetPosition = nil
	mixed[2].TargetPosition = []float32{float32(math.NaN())}
	require.NoError(t, system.CheckInputs(mixed))
	require.NoError(t, system.CheckInputs(nil))
	for want, change := range map[string]func(s *system.Sample){
		"positions and velocities (x0 and v0): sample 1 has 0 and 18 numbers, expected 3 of each for every particle, and one particle or more":  func(s *system.Sample) { s.Position = nil },
		"positions and velocities (x0 and v0): sample 1 has 18 and 17 numbers, expected 3 of each for every particle, and one particle or more": func(s *system.Sample) { s.Velocity = s.Velocity[:17] },
		"charge: sample 1: expected the field in all samples or in none":                                                                        func(s *system.Sample) { s.Charge = nil },
		"neighbors: sample 1: expected lists of neighbors in all samples or in none":                                                            func(s *system.Sample) { s.Neighbors = []int64{} },
		"node_features: sample 1 has 6 numbers, expected 0: 0 for each particle":                                                                func(s *system.Sample) { s.NodeFeatures = distinct.Ramp(1, 6) },
		"positions and velocities (x0 and v0): sample 1 has 17 and 15 numbers, expected 3 of each for every particle, and one particle or more": func(s *system.Sample) {
			s.Position, s.Velocity, s.Charge = s.Position[:17], s.Velocity[:15], s.Charge[:5]
		},
		"charge: sample 1, particle 2: +Inf is not a finite float32":                                                      func(s *system.Sample) { s.Charge[2] = float32(math.Inf(1)) },
		"sticks: sample 1, stick 0: particle -1 is out of range, expected 0 to 5":                                         func(s *system.Sample) { s.Objects.Of(system.Stick)[0][0] = -1 },
		"hinges: sample 1, hinge 0: particle 1 is in stick 0 already, expected each particle in at most one object, once": func(s *system.Sample) { s.Objects.Of(system.Hinge)[0][2] = 1 },
		"hinges: sample 1, hinge 0: particle 4 is in hinge 0 already, expected each particle in at most one object, once": func(s *system.Sample) { copy(s.Objects.Of(system.Hinge)[0], []int{4, 4, 0}) },
	} {
		samples := exampleData().Train
		change(&samples[1])
		require.EqualError(t, system.CheckInputs(samples), want)
	}
}

func TestWritePrediction(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.npz")
	position, velocity := distinct.Ramp(0, 12), distinct.Ramp(50, 12)
	require.EqualError(t, WritePrediction(path, position, velocity[:9], []int64{2, 2}),
		"cannot write "+path+": 12 position and 9 velocity numbers, expected 12 of each for 2 samples")
	require.NoFileExists(t, path)

	require.NoError(t, WritePrediction(path, position, velocity, []int64{2, 2}))
	file, err := os.ReadFile(path)
	require.NoError(t, err)
	archive, err := npz.New(path, bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	require.Equal(t, []string{"x", "v"}, archive.Keys)
	state := []npz.Axis{{Name: "samples", Size: 2}, {Name: "particles", Size: 2}, {Name: "axes", Size: 3}}
	x, shape, err := archive.Floats("x", state...)
	require.NoError(t, err)
	require.Equal(t, []int{2, 2, 3}, shape)
	require.Equal(t, position, x)
	v, _, err := archive.Floats("v", state...)
	require.NoError(t, err)
	require.Equal(t, velocity, v)
}

// knownKeys are the keys that an error about an unknown one lists.
func knownKeys() string {
	names := []string{"x0", "v0", "xT", "sizes", "vT", "positions", "velocities", "forces", "energy"}
	for _, f := range system.GivenFields() {
		if !f.Named() {
			names = append(names, f.Array())
		}
	}
	names = append(names, "sticks", "hinges", "parents", "bodies", "bonds", "neighbors", "node_NAME", "edge_NAME")
	return "{train,valid,test}_{" + strings.Join(names, ",") + "}"
}

// TestWithoutHydrogens: the source of a data set says whether its molecules are without hydrogens.
func TestWithoutHydrogens(t *testing.T) {
	data := &Data{}
	require.False(t, data.WithoutHydrogens())
	data.About.Source = "ethanol, " + HydrogensDropped
	require.True(t, data.WithoutHydrogens())
}
