package checks

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// line is one particle that takes steps along x.
func line(steps ...float64) (t system.Trajectory) {
	t.Particles = 1
	x := 0.
	t.Positions = []float64{0, 0, 0}
	for _, step := range steps {
		x += step
		t.Positions = append(t.Positions, x, 0, 0)
	}
	return t
}

// TestSeams: a step longer than twice those around it, and ten times as far off as those, is a
// seam in whatever unit; bounces, noise, motions from rest and the ticks of encoders are none.
func TestSeams(t *testing.T) {
	even := slices.Repeat([]float64{1, 1.02}, 10)
	with := func(step float64) []float64 {
		steps := slices.Clone(even)
		steps[9] = step
		return steps
	}
	random := rand.New(rand.NewPCG(7, 8))
	noise := make([]float64, 200)
	for i := range noise {
		noise[i] = random.NormFloat64()
	}
	for name, c := range map[string]struct {
		steps  []float64
		frames []int
	}{
		"twice and more": {with(2.1), []int{9}},
		"less":           {with(2), nil},
		"thirty times":   {with(30), []int{9}},
		"back":           {with(-3), []int{9}},
		"rough":          {append(with(3)[:11], 0.8, 1.3, 0.8, 1.3), nil}, // off by 0.5 around, and by 2 at the step
		"bounce":         {append(slices.Repeat([]float64{1}, 10), slices.Repeat([]float64{-1}, 10)...), nil},
		"noise":          {noise, nil},
		"from rest":      {append(make([]float64, 10), 1, 3, 5, 7, 9, 11, 13), nil},
		"ticks":          {append(append(make([]float64, 8), 1), append(make([]float64, 8), 1)...), nil},
		"at rest":        {make([]float64, 10), nil},
		"few":            {[]float64{1, 9}, nil},
	} {
		for _, unit := range []float64{1, 1e-6} {
			steps := slices.Clone(c.steps)
			for i := range steps {
				steps[i] *= unit
			}
			var frames []int
			for _, seam := range Seams(line(steps...)) {
				frames = append(frames, seam.Frame)
			}
			require.Equal(t, c.frames, frames, "%s, %g", name, unit)
		}
	}
	require.Len(t, Seams(line(with(-3)...)), 1)
	jumps, seams, _ := Breaks(line(with(-30)...), 5)
	require.Len(t, jumps, 1)
	require.Empty(t, seams, "which is told as a jump")
	jumps, seams, _ = Breaks(line(with(-30)...), 100)
	require.Empty(t, jumps)
	require.Len(t, seams, 1)
	_, seams, _ = Breaks(line(with(3)...), 100)
	require.Empty(t, seams, "of two frames that are missing")
}

// TestDuplicates: frames that are there twice, that fill up, or that a restart repeats are reported; rest
// before, between and after motions is not.
func TestDuplicates(t *testing.T) {
	rest := func(frames int) []float64 { return make([]float64, frames) }
	smooth := make([]float64, 40) // from rest to rest
	for i := range smooth {
		smooth[i] = math.Pow(math.Sin(math.Pi*(float64(i)+0.5)/40), 2)
	}
	back := make([]float64, 30)
	for i := range back {
		back[i] = -4. / 3 * math.Pow(math.Sin(math.Pi*(float64(i)+0.5)/30), 2)
	}
	doubled := []float64{0, 1, 0, 1.1, 0, 1.2, 0, 1.3}
	for name, c := range map[string]struct {
		steps []float64
		count int
	}{
		"moves":          {smooth, 0},
		"rests":          {rest(10), 0},
		"rest and back":  {slices.Concat(rest(5), smooth, rest(5), back, rest(5)), 0},
		"doubled":        {doubled, 4},
		"filled":         {slices.Concat([]float64{1, 1.1, 1.2}, rest(3)), 3},
		"a tenth":        {slices.Concat(rest(2), []float64{0.09, 1, 1, 1, 1}), 0},
		"and more":       {slices.Concat(rest(2), []float64{0.11, 1, 1, 1, 1}), 2},
		"back and rests": {[]float64{1, 1, 1, 0.05, -3.05, 0.05, 0.05}, 1},
		"restart":        {[]float64{1, 1, 1, -2, 1, 1, 1}, 3},
	} {
		got := Duplicates(line(c.steps...))
		require.Len(t, got, c.count, "%s: %v", name, got)
	}
}

// TestSeamThresholds: the step over a seam is ten times as far off the steps beside it as those around it, and is that of the
// particle that goes farthest.
func TestSeamThresholds(t *testing.T) {
	for off, count := range map[float64]int{3 / 10.5: 1, 3 / 9.5: 0} {
		steps := slices.Repeat([]float64{1}, 20)
		steps[9], steps[13] = 4, 1+off
		require.Len(t, Seams(line(steps...)), count, off)
	}
	two := system.Trajectory{Particles: 2}
	var x [6]float64
	for frame := range 20 {
		two.Positions = append(two.Positions, x[:]...)
		for i, long := range []float64{9, 0, 0, 3, 4, 12} {
			if x[i]++; frame == 10 {
				x[i] += long - 1
			}
		}
	}
	require.Equal(t, []Jump{{Frame: 10, Particle: 1, Length: 13}}, Seams(two))
}
