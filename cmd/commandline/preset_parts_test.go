package commandline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/run"
)

// TestPresetsYield: what a preset sets and the other flags do not allow is left out: coarse steps of
// another model, or in as many epochs, a longer warmup, and a curriculum of more stages than epochs or
// of longer trajectories. What a person gives stays.
func TestPresetsYield(t *testing.T) {
	all := map[string]bool{"coarse": true, "warmup": true, "curriculum": true}
	options := func() run.Options {
		return run.Options{Epochs: 3, Coarse: []int{1, 2}, Warmup: 3, Curriculum: []int{2, 4}, Unroll: 4}
	}
	for what, c := range map[string]struct {
		change func(c *trainCommand)
		left   []bool // coarse, warmup, curriculum
	}{
		"nothing":              {func(*trainCommand) {}, []bool{true, true, true}},
		"another model":        {func(c *trainCommand) { c.given["model"] = true }, []bool{false, true, true}},
		"other layers":         {func(c *trainCommand) { c.given["layers"] = true }, []bool{false, true, true}},
		"other weights":        {func(c *trainCommand) { c.given["weights"] = true }, []bool{false, true, true}},
		"a run to begin at":    {func(c *trainCommand) { c.given["init"] = true }, []bool{false, true, true}},
		"another width":        {func(c *trainCommand) { c.given["hidden"] = true }, []bool{true, true, true}},
		"two epochs":           {func(c *trainCommand) { c.Training.Epochs = 2 }, []bool{false, false, false}},
		"shorter trajectories": {func(c *trainCommand) { c.Training.Unroll = 3 }, []bool{true, true, false}},
	} {
		for _, set := range []map[string]bool{all, {}} {
			command := &trainCommand{given: map[string]bool{}}
			command.Training = trainingFlags(options())
			c.change(command)
			command.yieldPreset(set)
			o := command.Training
			left := c.left
			if len(set) == 0 {
				left = []bool{true, true, true}
			}
			require.Equal(t, left, []bool{o.Coarse != nil, o.Warmup > 0, o.Curriculum != nil}, what)
		}
	}
}

// TestWordsOfFlags: values are written as on a command line.
func TestWordsOfFlags(t *testing.T) {
	for _, c := range []struct {
		flag  string
		value any
		want  string
	}{
		{"reverse", true, ""}, {"schedule", "", "constant"}, {"loss", "", "mse"}, {"scale", "", "none"}, {"scale", "data", "data"}, {"forces", "", ""},
		{"coarse", []int{1, 2}, "1,2"}, {"learn", []string{"mass", "gravity"}, "mass,gravity"}, {"lr", 0.5, "0.5"}, {"layers", 3, "3"},
	} {
		require.Equal(t, c.want, worded(c.flag, c.value), c.flag)
	}
	require.Equal(t, "--reverse", setting{"reverse", ""}.text("="))
	require.Equal(t, "--lr=0.5", setting{"lr", "0.5"}.text("="))
}
