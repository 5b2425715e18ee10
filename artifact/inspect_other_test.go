package artifact

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/run"
)

// TestTopologyInspected: the systems that a file has inside are described, unless its joints say more of them.
func TestTopologyInspected(t *testing.T) {
	m := fileOf(t, law(t, 1, nil))
	said := func() string {
		var text strings.Builder
		m.printFile(&text, &Description{File: &FileDescription{}})
		return text.String()
	}
	line := "  topology  written into the file, which takes no other: particles: 3, "
	require.NotContains(t, said(), line)
	m.inside = &Topology{Particles: 3}
	require.Contains(t, said(), line)
	m.joints = &Joints{}
	require.NotContains(t, said(), line)
}

// TestSizeOfOtherModels: a model that is not built in says its form.
func TestSizeOfOtherModels(t *testing.T) {
	other := &run.Run{Config: run.Config{Model: config.Config{Model: "other", Form: "own", Layers: 2, Hidden: 8}}}
	require.Equal(t, "own form, layers: 2, networks of width 8, learned parameters: 5", sizeOf(other, true, 5))
}

// TestTrainingOfOneSample: what every training has is in the first line, and what is there has no line of its own.
func TestTrainingOfOneSample(t *testing.T) {
	described := func(o run.Options) []string {
		var text strings.Builder
		describeTraining(&text, &o)
		return strings.Split(strings.TrimSpace(text.String()), "\n")
	}
	lines := described(run.Options{TrainSize: 1, Epochs: 2, Batch: 3, LearningRate: 0.5, WeightDecay: 0.25, Seed: 7, Velocity: 0.125})
	require.Len(t, lines, 1)
	require.Contains(t, lines[0], "samples: 1, epochs: 2, batch size: 3, learning rate: 0.5, weight decay: 0.25, seed: 7, weight of the velocity's error in the loss: 0.125")
	require.Contains(t, described(run.Options{})[0], "samples: all")
	require.NotContains(t, described(run.Options{})[0], "weight of the velocity")
}
