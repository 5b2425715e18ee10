package commandline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/train"
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

// TestInitOfFlags: a model to start from is changed by the flags of the call alone.
func TestInitOfFlags(t *testing.T) {
	from := config.Config{Model: "gmn-ode", Layers: 3, Hidden: 5, Radial: "square"}
	c := trainCommand{Init: "run", Model: "gmn-ode", Layers: 7, Hidden: 9, source: &run.Run{Config: run.Config{Model: from}}, given: map[string]bool{"layers": true}}
	changed := from
	changed.Layers = 7
	require.Equal(t, changed, c.model())
	c.given["model"] = true
	require.Equal(t, changed, c.model(), "the same model")
	c.Model = "gmn"
	require.Equal(t, "gmn", c.model().Model)
	require.Equal(t, 9, c.model().Hidden, "another model is that of the flags")
	require.NoError(t, c.readSource(runtime.Alone{}), "the run was read already")
	job, options := train.Job{}, run.Options{Scale: "auto"}
	c.source = nil
	require.NoError(t, c.startFrom(&job, &options))
	require.Equal(t, "auto", options.Scale)
	require.Nil(t, job.From)
}

// TestInitOfARun: a training starts from the weights of a run, whose scale it keeps.
func TestInitOfARun(t *testing.T) {
	s := getSession(t)
	c := trainCommand{Init: s.run, InitPartly: true}
	require.NoError(t, c.readSource(runtime.Alone{}))
	job, options := train.Job{Ranks: runtime.Alone{}}, run.Options{Scale: "none"}
	require.NoError(t, c.startFrom(&job, &options))
	require.Equal(t, run.AutoScale, options.Scale)
	require.True(t, job.InitPartly)
	require.Equal(t, c.source.Config, *job.From)
	require.NotEmpty(t, job.Init)
	require.NotEmpty(t, options.Init)
	c = trainCommand{Init: "absent"}
	require.ErrorContains(t, c.readSource(runtime.Alone{}), "absent")
}
