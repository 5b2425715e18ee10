package md17

import (
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

// TestTimesOfFrames are even but for rounding, or refused.
func TestTimesOfFrames(t *testing.T) {
	for _, text := range []string{
		timed("Time=0", "Time=0.5", "Time=1.0"),
		timed("Time=0.3", "Time=0.7", "Time=1.0", "Time=1.3"),
		timed("Time=0", "Time=1", "no time", "Time=9", "Time=10"),
		timed("Time=0", "Time=1") + "1\nTime=0\nO 0 0 0\n",
	} {
		_, err := parseXYZ("a.xyz", strings.NewReader(text), typeNames{})
		require.NoError(t, err, text)
	}
	for want, text := range map[string]string{
		"a.xyz:9: frame 2 of the file: the time is 1.5, 1 after the frame before; the first two are 0.5 apart: expected even steps: frames are missing, or were written at another interval": timed("Time=0", "Time=0.5", "Time=1.5"),
		"a.xyz:6: frame 1 of the file: the time is 1 after 1: expected a later one: put frames in order, each once":                                                                          timed("Time=1", "Time=1"),
	} {
		_, err := parseXYZ("a.xyz", strings.NewReader(text), typeNames{})
		require.EqualError(t, err, want)
	}
}
