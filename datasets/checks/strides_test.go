package checks

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// sampled are elements that swing at rates of their own. A recording has the times of its frames, and
// its phase is its number.
func sampled(elements int, recordings ...[]float64) *Recording {
	r := &Recording{Elements: elements, Each: 1, Starts: []int{0}}
	for phase, times := range recordings {
		for _, time := range times {
			for k := range elements {
				r.Positions = append(r.Positions, math.Sin(float64(time*(1+float64(k)/7))+float64(phase*k)))
			}
		}
		r.Starts = append(r.Starts, len(r.Positions)/elements)
	}
	return r
}

// every are the times of frames at an interval in units of a common one.
func every(interval float64, frames int) (times []float64) {
	for frame := range frames {
		times = append(times, 0.1*interval*float64(frame))
	}
	return times
}

// TestOtherIntervals: a recording with every second or fifth frame of a motion is reported, and not
// its steps alone, steps 1.5 times as long, two others, few elements or few frames.
func TestOtherIntervals(t *testing.T) {
	one := every(1, 400)
	for name, c := range map[string]struct {
		recording *Recording
		times     int
	}{
		"even":              {sampled(4, one, one, one, one), 0},
		"every second":      {sampled(4, one, every(2, 400), one, one), 2},
		"every fifth":       {sampled(4, one, every(5, 400), one, one), 5},
		"every thirteenth":  {sampled(4, one, every(13, 400), one, one), 0},
		"1.5":               {sampled(4, one, every(1.5, 400), one, one), 0},
		"most":              {sampled(4, one, every(2, 400), every(2, 400), every(2, 400)), 2},
		"two and two":       {sampled(4, one, every(2, 400), every(2, 400), one), 0},
		"of three":          {sampled(4, one, every(2, 400), one), 0},
		"three elements":    {sampled(3, one, every(2, 400), one, one), 0},
		"22 frames":         {sampled(4, one, every(2, 22), one, one), 2},
		"21 frames":         {sampled(4, one, every(2, 21), one, one), 0},
		"1.62 times":        {sampled(4, every(10, 400), every(20, 400), every(10, 400), every(10, 400)), 2}, // of the steps
		"1.58 times":        {sampled(4, every(10.5, 400), every(21, 400), every(10.5, 400), every(10.5, 400)), 0},
		"different motions": {sampled(4, every(0.7, 400), every(2, 400), one, every(1.3, 400)), 0},
	} {
		found, is := c.recording.OtherIntervals()
		require.Equal(t, c.times > 0, is, name)
		if is {
			require.Equal(t, c.times, found.Times, name)
		}
	}
	r := sampled(4, one, every(2, 400), one, one)
	for i := 4 * 400; i < 4*800; i++ {
		r.Positions[i] = 2 * math.Sin(float64(0.1*float64(i/4))*(1+float64(i%4)/7))
	}
	_, is := r.OtherIntervals()
	require.False(t, is, "twice as far, as fast")
	for name, c := range map[string]struct {
		first, end, element int // the recordings of which an element is scaled, or all if it is -1
		scale               float64
		is                  bool
	}{
		"as far but for 1.2": {1, 2, -1, 1.2, true}, "for 1.25": {1, 2, -1, 1.25, false}, // the logarithms are 0.18 and 0.22
		"fourth element moves": {0, 4, 3, 0.012, true}, "fourth element rests": {0, 4, 3, 0.008, false},
	} {
		r := sampled(4, one, every(2, 400), one, one)
		for i := 1600 * c.first; i < 1600*c.end; i++ {
			if c.element < 0 || i%4 == c.element {
				r.Positions[i] *= c.scale
			}
		}
		_, is := r.OtherIntervals()
		require.Equal(t, c.is, is, name)
	}
	r = sampled(4, every(1e5, 400), every(1e5, 400), every(1e5, 400), every(1e5, 400))
	_, is = r.OtherIntervals()
	require.False(t, is, "noise has the same steps over several frames")
	r = sampled(4, one, every(2, 400), one, one)
	require.Contains(t, reported(r), OtherInterval)
	r.Rates, r.Time = make([]float64, len(r.Positions)), 1
	require.NotContains(t, reported(r), OtherInterval, "rates tell it")
	require.Len(t, sampled(4, one, every(2, 400), one, one).Compare(words), 1)
}

// TestChangedInterval: from a frame on, a motion that does not look smooth has each fifth frame, or
// has all of them; a motion that grows or quickens has no other interval.
func TestChangedInterval(t *testing.T) {
	times := func(at func(frame float64) float64) (all []float64) {
		for frame := range 800 {
			all = append(all, at(float64(frame)))
		}
		return all
	}
	later := sampled(6, times(func(frame float64) float64 { return 0.5 * (frame + 2*max(0, frame-430)) }))
	found, is := later.ChangedInterval()
	require.True(t, is)
	require.Equal(t, 3, found.Times)
	require.True(t, found.Later)
	require.LessOrEqual(t, found.First, 430)
	require.GreaterOrEqual(t, found.Last, 430)
	require.Contains(t, reported(later), ChangedInterval)
	require.Contains(t, rowOf(ChangedInterval).find(&subject{recording: later, words: words}), "the motion from frame to frame is that of 3 frames before, so frames are farther apart in time")

	sooner := sampled(6, times(func(frame float64) float64 { return 0.5 * (frame + 2*min(frame, 370)) }))
	found, is = sooner.ChangedInterval()
	require.True(t, is)
	require.Equal(t, 3, found.Times)
	require.False(t, found.Later)
	require.Contains(t, rowOf(ChangedInterval).find(&subject{recording: sooner, words: words}), "the motion in 3 frames is that from frame to frame before, so frames are nearer in time")
	require.LessOrEqual(t, found.First, 370)
	require.GreaterOrEqual(t, found.Last, 370)

	for name, at := range map[string]func(frame float64) float64{
		"even":     func(frame float64) float64 { return 0.5 * frame },
		"quickens": func(frame float64) float64 { return 0.2*frame + frame*frame/4000 },
		"1.5":      func(frame float64) float64 { return 0.3 * (frame + 0.5*max(0, frame-430)) },
		"at first": func(frame float64) float64 { return 0.5 * (frame + 2*min(frame, 100)) },
	} {
		_, is := sampled(6, times(at)).ChangedInterval()
		require.False(t, is, name)
	}
}

// TestPacesOfSpans: the mean squares of steps and of second differences are those of each element, of spans without breaks.
func TestPacesOfSpans(t *testing.T) {
	r := &Recording{Elements: 2, Each: 1, Starts: []int{0, 6}, Positions: []float64{0, 0, 1, 2, 3, 4, 6, 6, 10, 8, 30, 10}}
	own := motions{r, nil}
	p := own.pace([]span{{0, 6}}, 1)
	require.Equal(t, 4, p.count)
	require.Equal(t, []float64{(1 + 4 + 9 + 16) / 4., 4}, p.steps)
	require.Equal(t, []float64{(1 + 1 + 1 + 256) / 4., 0}, p.turns)
	require.InDelta(t, math.Sqrt(7.5+4), p.step(), 1e-12)
	p = own.pace([]span{{0, 6}}, 2)
	require.Equal(t, 2, p.count)
	require.Equal(t, []float64{(9 + 25) / 2., 16}, p.steps)
	require.Equal(t, []float64{(16 + 19*19) / 2., 0}, p.turns)
	p = own.pace([]span{{0, 3}, {3, 6}}, 1)
	require.Equal(t, []float64{(1 + 16) / 2., 4}, p.steps)
	p = motions{r, []int{2}}.pace([]span{{0, 6}}, 1)
	require.Equal(t, 2, p.count, "the first and the last do not cross the break")
	require.Equal(t, []float64{(1 + 16) / 2., 4}, p.steps)
	particle := &Recording{Elements: 1, Each: 3, Starts: []int{0, 3}, Positions: []float64{0, 0, 0, 1, 2, 2, 2, 4, 5}}
	p = motions{particle, nil}.pace([]span{{0, 3}}, 1)
	require.Equal(t, pace{steps: []float64{9}, turns: []float64{1}, count: 1}, p)
	long := &Recording{Elements: 1, Each: 1, Starts: []int{0, 3*mostFrames + 2}, Positions: make([]float64, 3*mostFrames+2)}
	require.Equal(t, (3*mostFrames+3)/4, motions{long, nil}.pace([]span{{0, 3*mostFrames + 2}}, 1).count)
}

// TestPacesApart: paces differ by the logarithms of the ratios of their roots, over elements that move, of which four are needed.
func TestPacesApart(t *testing.T) {
	of := func(count int, steps, turns float64) pace {
		return pace{steps: []float64{steps, steps, steps, steps, 1e-5 * steps}, turns: []float64{turns, turns, turns, turns, 1}, count: count}
	}
	require.Zero(t, of(20, 4, 9).off(of(20, 4, 9)))
	require.InDelta(t, math.Sqrt((math.Pow(math.Log(2), 2)+math.Pow(math.Log(3), 2))/2), of(20, 4, 9).off(of(30, 1, 1)), 1e-12)
	require.True(t, math.IsInf(of(19, 4, 9).off(of(20, 4, 9)), 1))
	require.True(t, math.IsInf(of(20, 4, 9).off(of(19, 4, 9)), 1))
	few := of(20, 4, 9)
	few.steps[0] = 1e-5
	require.True(t, math.IsInf(few.off(of(20, 4, 9)), 1))
}

// TestReportedChanges: a change of the interval is reported for one recording without stamps and rates.
func TestReportedChanges(t *testing.T) {
	for name, c := range map[string]struct {
		change func(r *Recording)
		told   bool
	}{
		"one":               {func(*Recording) {}, true},
		"two":               {func(r *Recording) { r.Starts = []int{0, 400, 800} }, false},
		"stamps":            {func(r *Recording) { r.Stamps = every(1, 800) }, false},
		"rates":             {func(r *Recording) { r.Rates, r.Time = make([]float64, len(r.Positions)), 1 }, false},
		"rates at no times": {func(r *Recording) { r.Rates = make([]float64, len(r.Positions)) }, true},
	} {
		var times []float64
		for frame := range 800 {
			times = append(times, 0.5*float64(frame+2*max(0, frame-430)))
		}
		r := sampled(6, times)
		c.change(r)
		require.Equal(t, c.told, changedInterval(&subject{recording: r, words: words}).size > 0, name)
	}
}

// TestFramesOfPaces: of spans anywhere in a recording all frames count, if there are not too many.
func TestFramesOfPaces(t *testing.T) {
	r := &Recording{Elements: 1, Each: 1, Starts: []int{0, mostFrames}, Positions: make([]float64, mostFrames)}
	require.Equal(t, 98, motions{r, nil}.pace([]span{{mostFrames - 100, mostFrames}}, 1).count)
}
