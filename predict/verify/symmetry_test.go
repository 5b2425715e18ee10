package verify_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/predict"
	"gmnc/predict/verify"
	"gmnc/system"
)

func TestSymmetriesOfAModelHold(t *testing.T) {
	report := verify.Symmetries(tiny.Describe(), verify.Random(tiny, nil), interpreted(t))
	require.NoError(t, report.Err())
	var promises []string
	for _, f := range report.Findings {
		promises = append(promises, f.Promise)
		if f.Promise != verify.Renumbering {
			require.Positive(t, f.Largest, "%s: float32 rounds", f.Promise)
		}
	}
	require.Equal(t, []string{"rotations", "reflections", "translations", "renumbering", verify.Lengths}, promises)
}

// TestBrokenSymmetriesAreNamed: each by what breaks it and nothing else.
func TestBrokenSymmetriesAreNamed(t *testing.T) {
	const off = 1e-2
	for broken, change := range map[string]func(s system.Sample, x, v []float32){
		"rotations":         func(_ system.Sample, x, v []float32) { v[0] *= 1 + off },
		"translations":      func(s system.Sample, x, v []float32) { v[1] += off * float32(math.Abs(float64(s.Position[0]))) },
		verify.Renumbering:  func(s system.Sample, x, v []float32) { copy(v[:3], make([]float32, 3)) },
		verify.Lengths:      func(_ system.Sample, x, _ []float32) { stretch(x, 1+off) },
		"reflections: off ": func(s system.Sample, x, v []float32) { chiral(s, v) },
	} {
		predictor := changed{interpreted(t), func(samples []system.Sample, position, velocity *[]float32) error {
			at := 0
			for _, sample := range samples {
				end := at + len(sample.Position)
				change(sample, (*position)[at:end], (*velocity)[at:end])
				at = end
			}
			return nil
		}}
		report := verify.Symmetries(tiny.Describe(), verify.Random(tiny, nil), predictor)
		require.ErrorContains(t, report.Err(), broken)
		require.Regexp(t, `off by \d\S* at .* composition \(\d,\d,\d\); \S+ is allowed`, report.Broken[0].Error())
	}
	undefined := changed{interpreted(t), func(_ []system.Sample, position, _ *[]float32) error {
		(*position)[0] = float32(math.NaN())
		return nil
	}}
	require.ErrorContains(t, verify.Symmetries(config.Describe("gnn"), verify.Random(tiny, nil), undefined).Err(), "renumbering: off by NaN at position of particle ")
}

// stretch makes a system larger.
func stretch(x []float32, by float32) {
	for i := range x {
		x[i] *= by
	}
}

// chiral adds the cross product of position and velocity, which a reflection turns
// around.
func chiral(s system.Sample, v []float32) {
	x, u := s.Position, s.Velocity
	for axis := range 3 {
		j, k := (axis+1)%3, (axis+2)%3
		v[axis] += x[j]*u[k] - x[k]*u[j]
	}
}

func TestThreadsAreCompared(t *testing.T) {
	group := verify.Random(tiny, nil)[0]
	opened := []int{}
	open := func(off float32) func(threads int) (predict.Predictor, error) {
		return func(threads int) (predict.Predictor, error) {
			opened = append(opened, threads)
			return changed{interpreted(t), func(_ []system.Sample, position, _ *[]float32) error {
				if threads == 8 {
					(*position)[7] += off
				}
				return nil
			}}, nil
		}
	}
	require.NoError(t, verify.SameOnThreads(group, open(0)).Err())
	require.Equal(t, []int{1, 2, 8}, opened)
	require.ErrorContains(t, verify.SameOnThreads(group, open(1e-3)).Err(), verify.Threads+": off by 0.001 at composition (3,2,1); 0 is allowed")
}

// TestTranslationsAreOfTheSystemsSize: systems of a millionth of the unit of length are
// not moved to where rounding hides them.
func TestTranslationsAreOfTheSystemsSize(t *testing.T) {
	const small = 1e-6
	groups := verify.Random(tiny, nil)
	for _, group := range groups {
		for i := range group.Samples {
			stretch(group.Samples[i].Position, small)
		}
	}
	still := changed{interpreted(t), func(samples []system.Sample, position, velocity *[]float32) error {
		at := 0
		for _, s := range samples {
			for i, x := range s.Position {
				(*position)[at], (*velocity)[at] = x, x-s.Position[i%3]
				at++
			}
		}
		return nil
	}}
	report := verify.Symmetries(config.Describe("egnn"), groups, still)
	at := slices.IndexFunc(report.Findings, func(f verify.Finding) bool { return f.Promise == "translations" })
	require.GreaterOrEqual(t, at, 0, "%v", report.Broken) // renumbering is broken: the first particle counts
	require.Less(t, report.Findings[at].Largest, 1e-6)
}
