package checks

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/system"
)

// begun is a data set of samples that say nothing but at which frames they begin.
func begun(interval string, train, test datasets.Origin, samples [2]int) *datasets.Data {
	return &datasets.Data{
		Train: make([]system.Sample, samples[0]), Test: make([]system.Sample, samples[1]),
		About: datasets.About{Interval: interval}, Origins: map[string]datasets.Origin{"train": train, "test": test},
	}
}

// TestOverlapByStart: a test sample overlaps where a training sample of the same recording
// begins no farther away than a span, before or after it.
func TestOverlapByStart(t *testing.T) {
	starts := func(all ...int64) datasets.Origin { return datasets.Origin{Starts: all} }
	of := func(cases []int64, all ...int64) datasets.Origin { return datasets.Origin{Cases: cases, Starts: all} }
	for name, c := range map[string]struct {
		interval    string
		train, test datasets.Origin
		samples     [2]int
		near        int
	}{
		"a span before":              {"10 frames", starts(100), starts(110), [2]int{1, 1}, 1},
		"a span after":               {"10 frames", starts(100), starts(90), [2]int{1, 1}, 1},
		"the same frame":             {"10 frames of 0.5 fs", starts(100), starts(100), [2]int{1, 1}, 1},
		"a frame more":               {"10 frames", starts(100), starts(111), [2]int{1, 1}, 0},
		"a frame more before":        {"10 frames", starts(100), starts(89), [2]int{1, 1}, 0},
		"unsorted":                   {"10 frames", starts(500, 100, 300), starts(95, 305, 400), [2]int{3, 3}, 2},
		"of another recording":       {"10 frames", of([]int64{0}, 100), of([]int64{1}, 100), [2]int{1, 1}, 0},
		"of the second recording":    {"10 frames", of([]int64{4, 2}, 100, 500), of([]int64{2}, 505), [2]int{2, 1}, 1},
		"the first of each are used": {"10 frames", of([]int64{4, 2}, 100, 900, 500, 700), of([]int64{4, 2}, 905, 505), [2]int{2, 2}, 1},
		"no span in frames":          {"10 s", starts(100), starts(100), [2]int{1, 1}, 0},
		"too few starts":             {"10 frames", starts(100), starts(100), [2]int{2, 1}, 0},
		"one in twenty":              {"1 frame", starts(1000), starts(1000, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3), [2]int{1, 20}, 0},
		"one in nineteen":            {"1 frame", starts(1000), starts(1000, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3), [2]int{1, 19}, 1},
	} {
		found := overlaps(begun(c.interval, c.train, c.test, c.samples), 1)
		if c.near == 0 {
			require.Empty(t, found, name)
			continue
		}
		require.Equal(t, []Overlap{{"test", c.near, c.samples[1], c.interval}}, found, name)
	}
	require.Equal(t, "80 % of the test samples begin within one prediction interval of a training sample", Overlap{"test", 4, 5, ""}.String())
	require.Equal(t, "80 % of the test samples begin within one prediction interval (2 s) of a training sample", Overlap{"test", 4, 5, "2 s"}.String())
}

// TestOverlapByInputs: test samples between training samples of one trajectory are found by
// positions and velocities, of many coordinates and of one. Later ones are not, and independent
// ones, dense as they may be, neither.
func TestOverlapByInputs(t *testing.T) {
	const samples = 60
	for _, c := range []struct {
		name        string
		oscillators int
		shared      bool    // one trajectory
		every       float64 // time between training samples
		first       float64 // time of the first test sample
		near        bool
	}{
		{"in between", 4, true, 0.5, 0.2, true},
		{"in between, of one coordinate", 1, true, 0.5, 0.2, true},
		{"at the same times, which is another check's", 4, true, 0.5, 0, false},
		{"later", 4, true, 0.5, 31, false},
		{"more than a span away", 4, true, 0.8, 0.4, false},
		{"of others", 4, false, 0.5, 0.2, false},
		{"of others, of one coordinate", 1, false, 0.5, 0.2, false},
	} {
		random := rand.New(rand.NewPCG(1, 0))
		one := oscillators(random, c.oscillators)
		var data datasets.Data
		for k := range samples {
			from, to := one, one
			if !c.shared {
				from, to = oscillators(random, c.oscillators), oscillators(random, c.oscillators)
			}
			data.Train = append(data.Train, from(c.every*float64(k)))
			data.Test = append(data.Test, to(c.first+c.every*float64(k)))
		}
		found := overlaps(&data, oscillatorSpan)
		if !c.near {
			require.Empty(t, found, c.name)
			continue
		}
		require.Len(t, found, 1, c.name)
		require.Greater(t, found[0].Near, samples*9/10, c.name)
		require.Equal(t, samples, found[0].Samples, c.name)
		require.Empty(t, overlaps(&data, 0), "no time is known")
		data.About.Source = "rec.npz, split by time"
		require.Empty(t, overlaps(&data, oscillatorSpan), "the motion comes back")
	}
}

// TestStartsOfManySteps: of very long trajectories every second step is compared.
func TestStartsOfManySteps(t *testing.T) {
	for _, c := range []struct{ frames, starts int }{{3, 2}, {mostStarts, mostStarts - 1}, {mostStarts + 1, mostStarts / 2}} {
		values := make([]float64, 3*c.frames)
		trajectory := &system.Trajectory{Particles: 1, Positions: values, Velocities: values}
		var s seeker
		stride := s.begin([]system.Sample{{Position: []float32{0, 0, 0}, Trajectory: trajectory}})
		require.Len(t, s.starts, c.starts)
		require.Len(t, s.of, c.starts)
		require.Equal(t, 1+c.frames/(mostStarts+1), stride)
	}
}

// TestSurely: a few samples near by chance are told apart from a leak, of which two samples of ten
// are enough where no pairing leads to a start.
func TestSurely(t *testing.T) {
	for _, c := range []struct {
		near, other, pairings, samples int
		is                             bool
	}{
		{2, 0, 8, 10, true}, {1, 0, 8, 10, false}, {1, 0, 100, 1, false}, {0, 0, 8, 10, false},
		{5, 0, 1, 10, true}, {4, 0, 1, 10, false}, {5, 1, 1, 10, false},
		{10, 0, 8, 100, true}, {9, 0, 8, 100, false}, // of a twentieth, and two deviations
		{80, 20, 1, 100, true}, {80, 21, 1, 100, false}, {4, 8, 8, 10, true}, {4, 9, 8, 10, false}, // a quarter by chance
	} {
		require.Equal(t, c.is, isSignificant(c.near, c.other, c.pairings, c.samples), "%+v", c)
	}
	const once = 81 // that two samples are on true paths by chance, and on none of the others
	require.EqualValues(t, once, (1+mostPairings)*(1+mostPairings))
}

// TestSmallLeaks: two of ten test samples between training samples are seen, and one is not.
func TestSmallLeaks(t *testing.T) {
	for leaks, near := range map[int]int{1: 0, 2: 2, 3: 3} {
		one := oscillators(rand.New(rand.NewPCG(1, 0)), 4)
		var data datasets.Data
		for k := range 60 {
			data.Train = append(data.Train, one(0.5*float64(k)))
		}
		for k := range 10 {
			at := 0.2 + 2.5*float64(k)
			if k >= leaks {
				at += 100
			}
			data.Test = append(data.Test, one(at))
		}
		found := overlaps(&data, oscillatorSpan)
		if near == 0 {
			require.Empty(t, found)
			continue
		}
		require.Equal(t, []Overlap{{"test", near, 10, ""}}, found)
	}
}

// TestOverlapOfSpans: a span that the data say is compared, whatever the interval is, and starts
// that were drawn are not compared by inputs.
func TestOverlapOfSpans(t *testing.T) {
	for span, near := range map[int64]int{9: 0, 10: 1} {
		data := begun("0.5 s", datasets.Origin{Starts: []int64{100}, Span: span}, datasets.Origin{Starts: []int64{110}}, [2]int{1, 1})
		require.Len(t, overlaps(data, 1), near)
	}
	one, data := oscillators(rand.New(rand.NewPCG(1, 0)), 4), &datasets.Data{}
	for k := range 20 {
		data.Train, data.Test = append(data.Train, one(0.5*float64(k))), append(data.Test, one(0.2+0.5*float64(k)))
	}
	require.Len(t, overlaps(data, oscillatorSpan), 1)
	data.About.Source = "(3,2,1), " + datasets.Independent
	require.Empty(t, overlaps(data, oscillatorSpan))
}

// toss is a free particle under gravity, thrown up from near the ground, at a time of its flight,
// with the frames that follow a span apart.
func toss(random *rand.Rand) (at func(time float64) system.Sample) {
	const gravity, frames = 10, 5
	x := [3]float64{0.1 * random.NormFloat64(), 0.1 * random.NormFloat64(), 0.1 * random.NormFloat64()}
	v := [3]float64{random.NormFloat64(), random.NormFloat64(), 1 + 0.5*random.Float64()}
	return func(time float64) (s system.Sample) {
		t := &system.Trajectory{Particles: 1}
		for frame := range frames {
			now := time + float64(frame)
			for c := range 3 {
				position, speed := x[c]+v[c]*now, v[c]
				if c == 2 {
					position, speed = position-gravity*now*now/2, speed-gravity*now
				}
				t.Positions, t.Velocities = append(t.Positions, position), append(t.Velocities, speed)
			}
		}
		return (&system.Sample{Position: make([]float32, 3)}).Along(t)
	}
}

// TestOverlapOfTosses: where one acceleration moves all, states of other trajectories are near a
// path and change their velocities alike, but not as exactly as those of the same trajectory.
func TestOverlapOfTosses(t *testing.T) {
	for seed := range uint64(3) {
		for leaks, near := range map[int]int{0: 0, 2: 2} {
			random := rand.New(rand.NewPCG(seed, 0))
			var data datasets.Data
			var tosses []func(float64) system.Sample
			for k := range 100 {
				tosses = append(tosses, toss(random))
				data.Train = append(data.Train, tosses[k](0))
			}
			for k := range 10 {
				one, at := toss(random), 0.0
				if k < leaks {
					one, at = tosses[10*k], 0.6
				}
				data.Test = append(data.Test, one(at))
			}
			found := overlaps(&data, 1)
			if near == 0 {
				require.Empty(t, found)
				continue
			}
			require.Equal(t, []Overlap{{"test", near, 10, ""}}, found)
		}
	}
}

// TestSmooth: motions are smooth where straight lines leave at most a quarter of the squared way.
func TestSmooth(t *testing.T) {
	for velocity, is := range map[float32]bool{1.01: true, 1: true, 0.99: false} {
		sample := system.Sample{Position: make([]float32, 3), Velocity: []float32{velocity, 0, 0}, TargetPosition: []float32{2, 0, 0}}
		require.Equal(t, is, moveSmoothly([]system.Sample{sample}, 1), "%g", velocity)
	}
}

// TestCount: a sample counts once for each condition that it meets with some start within reach.
func TestCount(t *testing.T) {
	at := func(x float32) system.Sample { return system.Sample{Position: []float32{x, 0, 0}} }
	s := seeker{reach: 1, starts: []system.Sample{at(0), at(0.5), at(9)}, samples: []system.Sample{at(0), at(9.5)}}
	always := func(int, int) bool { return true }
	require.Equal(t, []int{2, 1, 0}, s.count(always, func(k, i int) bool { return k == 1 }, func(k, i int) bool { return k == 0 && i == 1 }))
}
