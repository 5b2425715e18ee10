package md17

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// timed are frames of a molecule whose comments have these times.
func timed(times ...string) string {
	var text strings.Builder
	for _, time := range times {
		text.WriteString("1\n" + time + "\nC 0 0 0\n")
	}
	return text.String()
}

// written are the times of frames with even steps, as a format rounds them.
func written(format string, step float64, frames int) (times []string) {
	for frame := range frames {
		times = append(times, fmt.Sprintf(format, step*float64(frame)))
	}
	return times
}

// TestTimeOfAFrame: a frame has the mean time of all in a known unit, with six digits, if each has a time.
func TestTimeOfAFrame(t *testing.T) {
	c := clock{frames: 3, what: "time", first: 1, last: 1.6}
	require.Equal(t, 0.3, c.frameTime(3, "fs"))
	require.Equal(t, 300., c.frameTime(3, "ps"))
	require.Zero(t, c.frameTime(4, "fs"), "one has no time")
	require.Zero(t, c.frameTime(3, "parsnip"))
	c.last = 1 + 2./3
	require.Equal(t, 0.333333, c.frameTime(3, "fs"))
	c.frames = 2
	require.Equal(t, 0.666667, c.frameTime(2, "fs"))
	c.what = "step"
	require.Zero(t, c.frameTime(2, "fs"))
	require.Zero(t, (&clock{frames: 1, what: "time"}).frameTime(1, "fs"))
}

// TestTicks: steps are even up to half of the first, the digits count as they are, and a frame without a time begins anew.
func TestTicks(t *testing.T) {
	of := func(times ...float64) error {
		c := new(clock)
		for _, time := range times {
			if err := c.tick(&instant{"time", time, 0.001}); err != nil {
				return err
			}
		}
		require.Equal(t, clock{frames: len(times), what: "time", first: times[0], last: times[len(times)-1], step: times[1] - times[0], digit: 0.001}, *c)
		return nil
	}
	require.NoError(t, of(0, 2))
	require.NoError(t, of(0, 2, 4.9))
	require.NoError(t, of(0, 2, 3.1))
	require.ErrorContains(t, of(0, 2, 5.1), "3.1 after the frame before; the first two are 2 apart: expected even steps")
	require.ErrorContains(t, of(0, 2, 2.9), "0.9 after the frame before")
	require.ErrorContains(t, of(0, 2, 2), "expected a later one: a frame is there twice")
	require.ErrorContains(t, of(0, 2, 1), "expected a later one: put frames in order")
	require.NoError(t, of(3, 3), "it may rest in all frames")
	c := &clock{frames: 4, what: "time", last: 9}
	require.NoError(t, c.tick(nil))
	require.Equal(t, clock{}, *c)
	require.NoError(t, c.tick(&instant{"time", 5, 1}))
	require.NoError(t, c.tick(&instant{"step", 3, 1}))
	require.Equal(t, clock{frames: 1, what: "step", first: 3, last: 3, digit: 1}, *c)
}

// TestTimesOfFrames are even but for rounding, or refused.
func TestTimesOfFrames(t *testing.T) {
	for _, text := range []string{
		timed("Time=0", "Time=0.5", "Time=1.0"),
		timed("Time=0.3", "Time=0.7", "Time=1.0", "Time=1.3"),
		timed("Time=0", "Time=1", "no time", "Time=9", "Time=10"),
		timed("Time=0", "Time=1") + "1\nTime=0\nO 0 0 0\n",
		timed(written("Time=%.3f", 0.0005, 40)...),
		timed(written("Time=%.3f", 0.0015, 40)...),
		timed(written("Time=%.3f", 0.00025, 40)...),
		timed(written("Time=%.2e", 7.5, 40)...),
		timed("Step=0 Time=0.5", "Step=9 Time=1.0", "Step=10 Time=1.5"),
		timed("Step=1", "Step=1", "Step=1"),
		timed("timestep: 0.5", "timestep: 0.7", "timestep: 0.5"),
	} {
		molecules, err := parseXYZ("a.xyz", strings.NewReader(text), typeNames{})
		require.NoError(t, err, text)
		require.Empty(t, molecules[0].notes, "times are read")
	}
	molecules, err := parseXYZ("a.xyz", strings.NewReader(timed("Time=12:30")), typeNames{})
	require.NoError(t, err)
	require.Equal(t, []string{"not read: Time"}, molecules[0].notes)
	for want, text := range map[string]string{
		"a.xyz:9: frame 2 of the file: the time is 1.5, 1 after the frame before; the first two are 0.5 apart: expected even steps: frames are missing, or were written at another interval; or take the times out of the comments":   timed("Time=0", "Time=0.5", "Time=1.5"),
		"a.xyz:6: frame 1 of the file: the time is 1 after 2: expected a later one: put frames in order, each once":                                                                                                                   timed("Time=2", "Time=1"),
		"a.xyz:36: frame 11 of the file: the time is 10 after 10: expected a later one: a frame is there twice, as after a restart: leave one of them out":                                                                            timed(append(written("Time=%.0f", 1, 11), "Time=10")...),
		"a.xyz:36: frame 11 of the file: the time is 12, 2 after the frame before; the first two are 1 apart: expected even steps: frames are missing, or were written at another interval; or take the times out of the comments":    timed(append(written("Time=%.0f", 1, 11), "Time=12")...),
		"a.xyz:9: frame 2 of the file: the time is 7.5, 5 after the frame before; the first two are 2.5 apart: expected even steps: frames are missing, or were written at another interval; or take the times out of the comments":   timed("i = 0, time = 0.000, step = 1", "i = 1, time = 2.500, step = 2", "i = 3, time = 7.500, step = 3"),
		"a.xyz:9: frame 2 of the file: the step is 300, 200 after the frame before; the first two are 100 apart: expected even steps: frames are missing, or were written at another interval; or take the steps out of the comments": timed("Atoms. Timestep: 0", "Atoms. Timestep: 100", "Atoms. Timestep: 300"),
		"a.xyz:6: frame 1 of the file: the step is 10 after 20: expected a later one: put frames in order, each once":                                                                                                                 timed("Step=20", "Step=10"),
	} {
		_, err := parseXYZ("a.xyz", strings.NewReader(text), typeNames{})
		require.EqualError(t, err, want)
	}
}
