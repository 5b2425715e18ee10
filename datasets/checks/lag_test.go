package checks

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// swinging are recordings of things that swing, each about two frequencies of its own; the rates
// are what rate makes of a thing's places at times in frames.
func swinging(elements, recordings, frames int, rate func(element, frame int, position func(frame float64) float64) float64) *Recording {
	const dt = 0.1
	r := &Recording{Elements: elements, Each: 1, Starts: []int{0}, Time: dt}
	random := rand.New(rand.NewPCG(1, 2))
	for range recordings {
		phases := make([]float64, 2*elements)
		for i := range phases {
			phases[i] = 2 * math.Pi * random.Float64()
		}
		for frame := range frames {
			for element := range elements {
				position := func(frame float64) float64 {
					return math.Sin(0.3*frame+phases[2*element]) + 0.5*math.Sin(0.17*frame+phases[2*element+1])
				}
				r.Positions, r.Rates = append(r.Positions, position(float64(frame))), append(r.Rates, rate(element, frame, position)/dt)
			}
		}
		r.Starts = append(r.Starts, len(r.Positions)/elements)
	}
	return r
}

// late are exact rates of some frames before.
func late(frames float64) func(int, int, func(float64) float64) float64 {
	return func(_, frame int, position func(float64) float64) float64 {
		const step = 1e-4
		at := float64(frame) - frames
		return (position(at+step) - position(at-step)) / (2 * step)
	}
}

// TestRateLag: by how many frames rates are late is found whatever they are made by, and reported
// from leastLag on.
func TestRateLag(t *testing.T) {
	for name, c := range map[string]struct {
		rate func(int, int, func(float64) float64) float64
		lag  float64
		told bool
	}{
		"exact":     {late(0), 0, false},
		"just less": {late(leastLag - 0.01), leastLag - 0.01, false},
		"just more": {late(leastLag + 0.01), leastLag + 0.01, true},
		"late":      {late(1), 1, true},
		"early":     {late(-1), -1, true},
		"before":    {func(_, frame int, x func(float64) float64) float64 { return x(float64(frame)) - x(float64(frame-1)) }, 0.5, true},
		"after":     {func(_, frame int, x func(float64) float64) float64 { return x(float64(frame+1)) - x(float64(frame)) }, -0.5, true},
		"central": {func(_, frame int, x func(float64) float64) float64 {
			return (x(float64(frame+1)) - x(float64(frame-1))) / 2
		}, 0, false},
	} {
		lag := swinging(2, 4, 40, c.rate).RateLag()
		require.InDelta(t, c.lag, lag.Frames, 0.005+0.03*math.Abs(c.lag), name)
		require.Equal(t, c.told, lag.Significant(), name)
	}
	still := swinging(1, 4, 40, func(int, int, func(float64) float64) float64 { return 0 })
	clear(still.Positions)
	require.False(t, still.RateLag().Significant(), "at rest")
	require.False(t, swinging(2, 1, 8, late(1)).RateLag().Significant(), "of too few frames")
	require.True(t, math.IsInf((&Recording{Elements: 1, Each: 1, Starts: []int{0, 1}, Positions: []float64{1}, Time: 1}).RateLag().Error, 1), "without rates")
}

// TestNoiseLeavesLag: noise of places and of rates does not hide a lag, nor make one, and the error
// holds.
func TestNoiseLeavesLag(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	within := 0
	const trials = 50
	for trial := range trials {
		wanted := float64(trial % 2)
		r := swinging(2, 4, 60, late(wanted))
		for i := range r.Positions {
			r.Positions[i] += 0.02 * random.NormFloat64()
			r.Rates[i] += 0.5 * random.NormFloat64()
		}
		lag := r.RateLag()
		require.Equal(t, wanted == 1, lag.Significant(), "%v", lag)
		if math.Abs(lag.Frames-wanted) < 2*lag.Error {
			within++
		}
	}
	require.InDelta(t, 0.95*trials, within, 5, "of two standard errors")
}

// TestLateElements: one of several things whose rates alone are late is reported.
func TestLateElements(t *testing.T) {
	of := func(frames float64) *Recording {
		return swinging(4, 4, 40, func(element, frame int, position func(float64) float64) float64 {
			if element == 2 {
				return late(frames)(element, frame, position)
			}
			return late(0)(element, frame, position)
		})
	}
	count, element, lag := of(1).LateElements(of(1).RateLag())
	require.Equal(t, 1, count)
	require.Equal(t, 2, element)
	require.InDelta(t, 1, lag.Frames, 0.05)
	require.InDelta(t, -1, lag.Shift(), 0)
	count, _, _ = of(0.3).LateElements(of(0.3).RateLag())
	require.Zero(t, count, "less than leastBeside from all")
	require.Equal(t, "early by 0.50 +- 0.02 frames", Lag{-0.5, 0.02}.String())
	require.Equal(t, "late by 1.00 frames", Lag{0.999, 0.004}.String())
}

// TestLeads: rates that lead to the target by dt hold it, unless things fly straight on.
func TestLeads(t *testing.T) {
	over := func(frames int) func(int, int, func(float64) float64) float64 {
		return func(_, frame int, x func(float64) float64) float64 {
			return (x(float64(frame+frames)) - x(float64(frame))) / float64(frames)
		}
	}
	require.True(t, swinging(2, 2, 20, over(1)).Leads(1))
	require.True(t, swinging(2, 2, 20, over(3)).Leads(3))
	require.False(t, swinging(2, 2, 20, over(1)).Leads(3))
	require.False(t, swinging(2, 2, 20, late(-0.5)).Leads(1), "exact ones of half a frame later")
	straight := swinging(1, 2, 20, over(1))
	for frame := range straight.Positions {
		straight.Positions[frame], straight.Rates[frame] = float64(frame), 1/straight.Time
	}
	require.False(t, straight.Leads(1))
	for turns, leads := range map[float64]bool{0.97e-4: false, 1.03e-4: true} { // a ten thousandth of the displacements
		r := &Recording{Elements: 1, Each: 1, Starts: []int{0, 10}, Time: 1}
		for frame := range 10 {
			at := float64(frame)
			r.Positions, r.Rates = append(r.Positions, at+turns*at*at/2), append(r.Rates, 1+turns*(at+0.5))
		}
		require.Equal(t, leads, r.Leads(1), turns)
	}
}

// TestShift: columns that are moved in time are those of frames before or after, or between.
func TestShift(t *testing.T) {
	values, starts := []float64{0, 0, 2, 10, 4, 20, 6, 30, 7, 1, 9, 1}, []int{0, 4, 6}
	for _, c := range []struct {
		by            float64
		want          []float64
		before, after int
	}{
		{0, values, 0, 0},
		{1, []float64{0, 0, 0, 0, 2, 10, 4, 20, 7, 1, 7, 1}, 1, 0},
		{-1, []float64{2, 10, 4, 20, 6, 30, 6, 30, 9, 1, 9, 1}, 0, 1},
		{-0.5, []float64{1, 5, 3, 15, 5, 25, 6, 30, 8, 1, 9, 1}, 0, 1},
		{0.5, []float64{0, 0, 1, 5, 3, 15, 5, 25, 7, 1, 8, 1}, 1, 0},
	} {
		require.Equal(t, c.want, Shifted(values, 2, starts, c.by), "%g", c.by)
		before, after := Margins(map[string]float64{"rate": c.by})
		require.Equal(t, [2]int{c.before, c.after}, [2]int{before, after}, "%g", c.by)
	}
	before, after := Margins(map[string]float64{"rate": -0.5, "torque": 2})
	require.Equal(t, [2]int{2, 1}, [2]int{before, after})
	require.Equal(t, []float64{2, 10, 4, 20, 6, 30, 9, 1}, Trimmed(values, 2, starts, 1, 0))
	require.Equal(t, []float64{0, 0, 2, 10, 4, 20, 7, 1}, Trimmed(values, 2, starts, 0, 1))
	require.Equal(t, []int{0, 3, 4}, TrimmedStarts(starts, 1, 0))
}

// TestLagOfStraightMotion: where an element hardly turns, an error of the time that is too small
// to see is no lag, and a lag that such an error explains is none.
func TestLagOfStraightMotion(t *testing.T) {
	for _, c := range []struct {
		turns, late, times float64
		significant        bool
	}{{1e-7, 0, 1 + 2e-6, false}, {2e-4, 1, 1, false}, {3e-4, 1, 1, true}} {
		r := &Recording{Elements: 1, Each: 1, Starts: []int{0, 100}, Time: 1}
		for frame := range 100 {
			at := float64(frame)
			r.Positions = append(r.Positions, at+c.turns*at*at)
			r.Rates = append(r.Rates, c.times*(1+2*c.turns*(at-c.late)))
		}
		require.Equal(t, c.significant, r.RateLag().Significant(), "%+v: %v", c, r.RateLag())
	}
}

// TestRatios: the ratio of two sums has the error by five blocks or more, and without a sum below it has none.
func TestRatios(t *testing.T) {
	ones := func(count int) (all []float64) {
		for range count {
			all = append(all, 1)
		}
		return all
	}
	steps := func(count, each int) (all []float64) {
		for i := range count {
			all = append(all, float64(1+i/each))
		}
		return all
	}
	lag := ratio(steps(20, 4), ones(20), 1)
	require.Equal(t, 3., lag.Frames)
	require.InDelta(t, math.Sqrt(16*(4+1+0+1+4))/20, lag.Error, 1e-12)
	require.True(t, math.IsInf(ratio(steps(19, 4), ones(19), 1).Error, 1))
	require.True(t, math.IsInf(ratio(steps(39, 4), ones(39), 2).Error, 1))
	lag = ratio(steps(40, 8), ones(40), 2)
	require.InDelta(t, math.Sqrt(64*(4+1+0+1+4))/40, lag.Error, 1e-12)
	lag = ratio(steps(2000, 50), ones(2000), 1)
	var squares float64
	for block := range 40 {
		off := 50 * (float64(block+1) - 20.5)
		squares += off * off
	}
	require.InDelta(t, math.Sqrt(squares)/2000, lag.Error, 1e-9, "of blocks of fifty")
	require.True(t, math.IsInf(ratio(steps(20, 4), make([]float64, 20), 1).Error, 1))
	lag = ratio(ones(20), []float64{-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -3}, 1)
	require.InDelta(t, -20./22, lag.Frames, 1e-12)
	require.InDelta(t, math.Sqrt(4*math.Pow(4-80./22, 2)+math.Pow(4-120./22, 2))/22, lag.Error, 1e-12)
}

// TestSides: displacements less those of the mean rates, the growth of rates and displacements are times the difference of the displacements on both sides.
func TestSides(t *testing.T) {
	r := &Recording{Elements: 1, Each: 2, Starts: []int{0, 5}, Time: 0.5, Positions: []float64{0, 9, 1, 9, 4, 9, 10, 9, 11, 9}, Rates: []float64{1, 5, 2, 5, 6, 5, 4, 5, 8, 5}}
	added := func(r *Recording, end, stride, from, to int) (offs, grows, alongs []float64) {
		s := &sides{}
		s.add(r, 0, end, stride, from, to)
		return s.offs, s.grows, s.alongs
	}
	offs, grows, alongs := added(r, 5, 1, 0, 1)
	// From frame 1 to 2, and from 2 to 3, with the displacements before and after.
	require.Equal(t, []float64{(3 - 0.5*4) * (6 - 1), (6 - 0.5*5) * (1 - 3)}, offs)
	require.Equal(t, []float64{0.5 * 4 * 5, 0.5 * -2 * -2}, grows)
	require.Equal(t, []float64{3 * 5, 6 * -2}, alongs)
	offs, grows, alongs = added(r, 5, 1, 1, 2)
	require.Equal(t, [][]float64{{0, 0}, {0, 0}, {0, 0}}, [][]float64{offs, grows, alongs})
	offs, _, _ = added(r, 5, 2, 0, 1)
	require.Empty(t, offs, "of too few frames for a stride of two")
	long := &Recording{Elements: 1, Each: 1, Starts: []int{0, 7}, Time: 1, Positions: []float64{0, 1, 3, 6, 10, 20, 40}, Rates: []float64{1, 2, 3, 4, 5, 6, 7}}
	offs, grows, alongs = added(long, 7, 2, 0, 1)
	require.Equal(t, []float64{(7 - (3+5)/2. - 4) * (40 - 10 - 3 + 0)}, offs)
	require.Equal(t, []float64{2 * 27}, grows)
	require.Equal(t, []float64{7 * 27}, alongs)
}

// TestSizesOfLags: a lag of five times its error or more has a size, shifts are in tenths, and a lag that is exact has no error in words.
func TestSizesOfLags(t *testing.T) {
	require.Equal(t, []float64{1, 1, 0}, []float64{Lag{-1, 0.2}.size(), Lag{1, 0.19}.size(), Lag{1, 0.21}.size()})
	require.True(t, Lag{0.15, 0}.Significant())
	require.False(t, Lag{0.149, 0}.Significant())
	require.True(t, Lag{-0.3, 0}.LoadSignificant())
	require.False(t, Lag{0.299, 0}.LoadSignificant())
	require.Equal(t, []float64{-0.5, 0.4, -1}, []float64{Lag{Frames: 0.46}.Shift(), Lag{Frames: -0.44}.Shift(), Lag{Frames: 1.04}.Shift()})
	require.Equal(t, "late by 0.00 frames", Lag{}.String())
	require.Equal(t, "early by 1.50 frames", Lag{-1.5, 0.0049}.String())
	require.NotEqual(t, "late by 1.50 frames", Lag{1.5, 0.0051}.String())
}

// TestLateRatesInWords: the message on late rates is of all elements, with the shift that removes the lag, or of one element that is late by itself, without a shift.
func TestLateRatesInWords(t *testing.T) {
	w := &Words{Positions: "angles", Rates: "rates", RateOption: "rate", Name: words.Name}
	all := &subject{recording: swinging(4, 4, 40, late(1)), words: w}
	require.Regexp(t, "^the rates are late by .* frames against the angles, by how these change from frame to frame", rowOf(LateRates).find(all))
	require.Equal(t, "shift them by --shift rate=-1, or ", shiftRates(all))
	all.words = &Words{Positions: "angles", Rates: "rates", Name: words.Name}
	require.Empty(t, shiftRates(all), "of a reader without the option")
	one := &subject{words: w, recording: swinging(4, 4, 40, func(element, frame int, position func(float64) float64) float64 {
		return late(map[bool]float64{true: 1}[element == 2])(element, frame, position)
	})}
	require.Contains(t, rowOf(LateRates).find(one), "the rates of particle 2 are late by ")
	require.Contains(t, rowOf(LateRates).find(one), " frames against its angles, and not as those of all (the only such column)")
	require.Empty(t, shiftRates(one))
}

// TestErrorOfTime: the time from frame to frame may be wrong by a ten thousandth, which makes up for a lag where rates
// hardly change.
func TestErrorOfTime(t *testing.T) {
	r := &Recording{Elements: 1, Each: 1, Starts: []int{0, 101}, Time: 1}
	for frame := range 101 {
		r.Positions, r.Rates = append(r.Positions, float64(frame*frame)/2), append(r.Rates, float64(frame))
	}
	lag := r.RateLag() // the mean rate is 50, and rates grow by 1
	require.InDelta(t, 0, lag.Frames, 1e-12)
	require.InDelta(t, 0.005, lag.Error, 1e-12)
}
