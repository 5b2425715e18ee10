package checks

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/system"
)

// line1 are samples of one particle each that goes by (1, 0, 0) and is off this way by the offs.
func line1(offs ...[3]float32) (all []system.Sample) {
	for _, off := range offs {
		all = append(all, system.Sample{
			Position: make([]float32, 3), Velocity: []float32{1, 0, 0}, TargetPosition: []float32{1 + off[0], off[1], off[2]}, TargetVelocity: []float32{1, 0, 0},
		})
	}
	return all
}

// at is a data set of these training samples, an interval of 1, in which straight lines lead to targets.
func at(train []system.Sample) *subject {
	return &subject{data: &datasets.Data{About: datasets.About{Interval: "1"}, Train: train}, train: train, steps: train, step: 1, time: 1, straight: true, length: 1, words: &Words{}}
}

// faster are samples whose targets have so many times their velocities, half of them along y.
func faster(times float64) []system.Sample {
	all := line1(make([][3]float32, 60)...)
	for k := range all {
		all[k].Velocity, all[k].TargetVelocity = slices.Clone(all[k].Velocity), []float32{float32(times), 0, 0}
		if k%2 == 1 {
			all[k].Velocity, all[k].TargetVelocity, all[k].TargetPosition = []float32{0, 1, 0}, []float32{0, float32(times), 0}, []float32{0, 1, 0}
		}
	}
	return all
}

// bar are samples of a bar of length 1 whose lengths at inputs and at targets are others by these.
func bar(inputs, targets []float64) (all []system.Sample) {
	for k := range inputs {
		all = append(all, system.Sample{
			Position: []float32{0, 0, 0, float32(1 + inputs[k]), 0, 0}, TargetPosition: []float32{0, 0, 0, float32(1 + targets[k]), 0, 0},
			Velocity: make([]float32, 6), Objects: system.Objects{system.Stick.Of(0, 1)},
		})
	}
	return all
}

// TestThresholds walks the rows of samples that have a threshold: each has an input that measures a
// little less, of which nothing is said, and one that measures a little more.
func TestThresholds(t *testing.T) {
	given := func(s *subject, f *system.Field, values ...float32) *subject {
		for k := range s.train {
			f.Set(&s.train[k], values)
		}
		s.data.Train, s.steps = s.train, s.train
		return s
	}
	cases := map[string]struct {
		less, more []float64
		of         func(much float64) *subject
	}{
		"pinned": {[]float64{0.9e-3}, []float64{1.1e-3}, func(much float64) *subject {
			return given(at([]system.Sample{{Position: make([]float32, 3), Velocity: make([]float32, 3), TargetPosition: []float32{0, float32(much), 0}}}), system.Pinned, 1)
		}},
		"charges": {[]float64{9e3, 1.1e-4}, []float64{1.1e4, 0.9e-4}, func(much float64) *subject { return given(at(line1([3]float32{})), system.Charge, float32(-much)) }},
		"acceleration": {[]float64{0.097}, []float64{0.103}, func(much float64) *subject {
			var offs [][3]float32
			for k := range 6000 { // the root of the mean square is 1 in all
				offs = append(offs, [3]float32{0, float32(math.Sqrt(1-much*much)) * float32(1-2*(k%2)), float32(much)})
			}
			return at(line1(offs...))
		}},
		"gravity":        {[]float64{29, 1. / 29}, []float64{31, 1. / 31}, func(much float64) *subject { return &subject{fall: Fall{Ratio: much}} }},
		"gravity's sign": {[]float64{-0.49, -2.1, 1}, []float64{-0.51, -1.9}, func(much float64) *subject { return &subject{fall: Fall{Ratio: much}} }},
		"gravity's direction": {[]float64{0.29}, []float64{0.31}, func(much float64) *subject {
			sin, cos := math.Sincos(2 * math.Asin(much/2))
			samples := line1(make([][3]float32, 5)...)
			for k := range samples {
				samples[k].TargetVelocity = []float32{1 + float32(sin), 0, -float32(cos)}
			}
			s := given(at(samples), system.Gravity, 0, 0, -1)
			s.fall.VectorResidual, s.fall.Ratio = 1, 0.1
			return s
		}},
		"forces": {[]float64{2.9, 1 / 2.9}, []float64{3.1, 1 / 3.1}, func(much float64) *subject {
			samples := line1(make([][3]float32, 5)...)
			for k := range samples {
				samples[k].TargetPosition = []float32{1, 0, float32(much / 2)}
			}
			return given(at(samples), system.Force, 0, 0, 1)
		}},
		"hydrogens": {[]float64{0.049}, []float64{0.051}, func(much float64) *subject {
			s := at(faster(1 - much))
			s.data.About.Source = "ethanol.xyz, hydrogens dropped"
			return s
		}},
		"damping": {[]float64{0.049}, []float64{0.051}, func(much float64) *subject { return at(faster(1 - much)) }},
		"energy":  {[]float64{0.24, -0.24}, []float64{0.26, -0.26}, func(much float64) *subject { return at(faster(math.Sqrt(1 + much))) }},
		"rounding": {[]float64{0.9e-3}, []float64{1.1e-3}, func(much float64) *subject {
			displacement := float32(1 + halfBit*math.Sqrt(2./3)/much)
			return at([]system.Sample{{Position: []float32{1, 0, 0}, TargetPosition: []float32{displacement, 0, 0}, Velocity: make([]float32, 3)}})
		}},
		"digits": {[]float64{4.2}, []float64{4}, func(displacement float64) *subject { // of steps of a tenth
			samples := line1(make([][3]float32, 60)...)
			for k := range samples {
				samples[k].Position, samples[k].TargetPosition = []float32{float32(k+1) / 10, 0, 0}, []float32{float32(k+1)/10 + float32(displacement), 0, 0}
			}
			return at(samples)
		}},
		"first frame": {[]float64{7.9}, []float64{8.1}, func(much float64) *subject {
			s := at(line1([3]float32{0, float32(much), 0}, [3]float32{0, 1, 0}, [3]float32{0, 1, 0}, [3]float32{0, 1, 0}, [3]float32{0, 1, 0}))
			return s
		}},
		"bars": {[]float64{0.049}, []float64{0.051}, func(much float64) *subject { return at(bar([]float64{0}, []float64{much})) }},
		"lengths": {[]float64{0.95e-3}, []float64{1.05e-3}, func(much float64) *subject {
			return at(bar([]float64{much, -much}, []float64{much, -much}))
		}},
		"planes": {[]float64{99}, []float64{101}, func(much float64) *subject {
			planes := make([]float32, 3*system.PlaneColumns)
			planes[2], planes[3] = 1, -float32(much)
			return given(at(line1([3]float32{})), system.Planes, planes...)
		}},
		"springs": {[]float64{29, 1. / 29}, []float64{31, 1. / 31}, func(much float64) *subject {
			s := at(bar([]float64{0}, []float64{0}))
			s.data.EdgeFeatures = []string{system.RestLengthFeature}
			s.train[0].Neighbors, s.train[0].EdgeFeatures = []int64{1, -1}, []float32{float32(much), 0}
			return s
		}},
		"known target": {[]float64{1.05e-5}, []float64{0.95e-5}, func(missed float64) *subject { return at(line1([3]float32{0, float32(missed), 0})) }},
	}
	for name, c := range cases {
		row := rowOf(name)
		for _, much := range c.less {
			require.Empty(t, row.find(c.of(much)), "%s: %g", name, much)
		}
		for _, much := range c.more {
			require.NotEmpty(t, row.find(c.of(much)), "%s: %g", name, much)
		}
	}
	for _, again := range []string{"repeats", "other targets"} {
		for samples, reported := range map[int]bool{61: false, 59: true} { // of which three are there again
			var train []system.Sample
			for k := range samples {
				train = append(train, line1([3]float32{float32(k)})...)
				train[k].Position = []float32{float32(max(0, k-3)), 0, 0}
				if again == "repeats" && k < 4 {
					train[k].TargetPosition = []float32{7, 7, 7}
				}
			}
			s := of(&datasets.Data{Train: train})
			require.Equal(t, reported, rowOf(again).find(s) != "", fmt.Sprint(again, samples))
		}
	}
	for gained, reported := range map[float64]bool{2.9: false, 3.1: true, 1 / 2.9: false, 1 / 3.1: true} {
		var own balance
		own.take(gained, 1)
		for _, name := range []string{"motors", "springs' work"} {
			require.Equal(t, reported, own.measured("").size > rowOf(name).threshold, "%g", gained)
		}
	}
	held := []string{"motors", "springs' work", "repeats", "other targets", // above
		UnevenStamps, OutOfOrder, LateRates, NoLoads, // TestGaps, TestRoughness, TestLateColumns, TestUndriven
		LateLoads, LateEnergies, "scale of energies", // TestLateLoads, TestEnergyLag, TestScaleOfEnergies
		OtherRates, OtherLoads, LostLoads, BeyondLimits, "followers"} // TestRateScale, TestBalance, TestLostLoads and TestLostForces, TestLimits, TestFollowers
	for _, row := range table {
		_, here := cases[row.name]
		require.True(t, row.threshold == 0 || here || slices.Contains(held, row.name), "no test holds the threshold of %s", row.name)
	}
}

// TestWithoutHydrogens: of molecules without hydrogens damping and acceleration are not said, which
// these make, and with masses forces within a system accelerate none.
func TestWithoutHydrogens(t *testing.T) {
	s := at(faster(0.5))
	require.NotEmpty(t, rowOf("damping").find(s))
	require.Empty(t, rowOf("hydrogens").find(s))
	s.data.About.Source = "a, hydrogens dropped, b"
	require.Empty(t, rowOf("damping").find(s))

	require.Empty(t, rowOf("acceleration").find(at(line1(slices.Repeat([][3]float32{{0.1, 0, 0}}, 20)...))), "along the velocity of all")
	offs := slices.Repeat([][3]float32{{0, 0, 0.5}}, 20)
	s = at(line1(offs...))
	require.NotEmpty(t, rowOf("acceleration").find(s))
	s.data.About.Source = "a, hydrogens dropped, b"
	require.Empty(t, rowOf("acceleration").find(s))

	var slow [][3]float32 // of one motion that accelerates for long, and not evenly
	for k := range 60 {
		slow = append(slow, [3]float32{0, 0, float32(math.Sin(math.Pi * (float64(k) + 0.5) / 60))})
	}
	s = at(line1(slow...))
	require.NotEmpty(t, rowOf("acceleration").find(s))
	origin := datasets.Origin{Span: 1}
	for k := range slow {
		origin.Starts = append(origin.Starts, int64(k))
	}
	s.data.Origins = map[string]datasets.Origin{"train": origin}
	require.Empty(t, rowOf("acceleration").find(s))
	for k := range slow {
		slow[k][2] = 0.5 + 0.05*float32(k%2)
	}
	s.train = line1(slow...)
	s.data.Train = s.train
	require.NotEmpty(t, rowOf("acceleration").find(s), "evenly")

	var pairs []system.Sample // of masses 1 and 9, pushed by a force between them
	for range 20 {
		pair := system.Sample{Position: []float32{0, 0, 0, 0, 1, 0}, Velocity: []float32{1, 0, 0, 1, 0, 0}, TargetPosition: []float32{1, -0.9, 0, 1, 1.1, 0}}
		system.Mass.Set(&pair, []float32{1, 9})
		pairs = append(pairs, pair)
	}
	require.Empty(t, rowOf("acceleration").find(at(pairs)))
	for k := range pairs {
		system.Mass.Set(&pairs[k], []float32{1, 1})
	}
	require.NotEmpty(t, rowOf("acceleration").find(at(pairs)))
}
