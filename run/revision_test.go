package run

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/runtime"
	"gmnc/system"
)

// TestRevision: a build's version has twelve letters of its commit, and says whether files were changed.
func TestRevision(t *testing.T) {
	commit := debug.BuildSetting{Key: "vcs.revision", Value: "0123456789abcdef"}
	changed := debug.BuildSetting{Key: "vcs.modified", Value: "true"}
	same := debug.BuildSetting{Key: "vcs.modified", Value: "false"}
	short := debug.BuildSetting{Key: "vcs.revision", Value: "0123456789a"}
	twelve := debug.BuildSetting{Key: "vcs.revision", Value: "0123456789ab"}
	for want, settings := range map[string][]debug.BuildSetting{
		"+0123456789ab":          {commit, same},
		"+0123456789ab.modified": {changed, twelve},
		"":                       {changed, short},
	} {
		require.Equal(t, want, revision(settings))
	}
	require.Empty(t, revision(nil))
	require.Contains(t, Version(), version)
}

// TestDigestOfShapes: the digest of a weight depends on its shape and on each of its numbers.
func TestDigestOfShapes(t *testing.T) {
	one := digest(runtime.Floats([]float32{1, 2, 3, 4, 5, 6}, 2, 3))
	require.Equal(t, one, digest(runtime.Floats([]float32{1, 2, 3, 4, 5, 6}, 2, 3)))
	require.NotEqual(t, one, digest(runtime.Floats([]float32{1, 2, 3, 4, 5, 6}, 3, 2)))
	require.NotEqual(t, one, digest(runtime.Floats([]float32{1, 2, 3, 4, 5, 7}, 2, 3)))
}

// TestWhatParticlesShare: a field that differs between samples, also in its first number alone, distinguishes no particles.
func TestWhatParticlesShare(t *testing.T) {
	of := func(charges ...float32) system.Sample {
		return system.Sample{Position: make([]float32, 6), Velocity: make([]float32, 6), Charge: charges}
	}
	for want, other := range map[int]system.Sample{1: of(1, 2), 0: of(3, 2)} {
		on := learnedOn(config.Config{}, &datasets.Data{Train: []system.Sample{of(1, 2), other}})
		require.Len(t, on.Fields, want)
	}
	require.Equal(t, 0, differsAt([]float32{1, 2}, []float32{3, 2}, config.SameValue))
	require.Equal(t, 1, differsAt([]float32{1, 2}, []float32{1, 3}, config.SameValue))
	require.Equal(t, 1, differsAt([]float32{1, 2}, []float32{1}, config.SameValue))
	require.Equal(t, -1, differsAt([]float32{1, 2}, []float32{1, 2}, config.SameValue))
}

// TestTimeOfRest: particles that rest take the time 1, and ones on straight lines the time of these.
func TestTimeOfRest(t *testing.T) {
	rest := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3), TargetPosition: make([]float32, 3)}
	time, straight := movingTime([]system.Sample{rest})
	require.Equal(t, 1., time)
	require.False(t, straight)
	line := rest
	line.Velocity, line.TargetPosition = []float32{2, 0, 0}, []float32{6, 0, 0}
	time, straight = movingTime([]system.Sample{line})
	require.InDelta(t, 3, time, 1e-9)
	require.True(t, straight)
}

// TestOtherSettings: other settings of a build are neither a commit nor a change.
func TestOtherSettings(t *testing.T) {
	require.Empty(t, revision([]debug.BuildSetting{{Key: "GOFLAGS", Value: "0123456789abcdef"}}))
	require.Equal(t, "+0123456789ab", revision([]debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789abcdef"}, {Key: "CGO_ENABLED", Value: "true"}}))
	require.Contains(t, Version(), "0.1.0")
	o := DefaultOptions()
	require.True(t, o.KeepLast)
	require.Equal(t, AutoScale, o.Scale)
}
