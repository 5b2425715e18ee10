package commandline

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/run"
	"gmnc/system"
	"gmnc/train"
)

// choosing are the flags that say which model to train: themselves, or because they
// belong to the paper's models alone. Without any of them the data decide.
var choosing = []string{"preset", "model", "init", "law", "form", "hinges", "phi2"}

// automatic reports whether a call that has these flags, or values of them to sweep over,
// leaves the choice of a model to the data.
func automatic(given map[string]bool) bool {
	return !slices.ContainsFunc(choosing, func(flag string) bool { return given[flag] })
}

// choice is a preset with further flags, and why the data ask for it.
type choice struct {
	preset string
	flags  []string
	why    string
}

// constantFrames is how many steps of a trajectory constants are learned over at most.
const constantFrames = 4

// fewestEpochs and usualPairs bound the epochs over trajectories, of which each pair of
// frames is a sample: presets count epochs of usualPairs samples.
const (
	fewestEpochs = 10
	usualPairs   = 500
)

// presetFor is what an expert would train on data: known mechanics where the data have
// joints, or springs and no charges, contact where they have planes and trajectories to learn it from, and a law of
// motion by networks otherwise. Of a joint's constants, those that the data lack are
// learned.
func presetFor(data *datasets.Data) choice {
	frames := 0
	if run.DefaultVelocity == train.DefaultVelocity("gmn-ode", data) {
		frames = mostFrames(data.Train)
	}
	switch {
	case has(data, system.JointAnchor):
		return choice{"constants", learnedOfJoints(data, frames), "the data have joints"}
	case slices.Contains(data.EdgeFeatures, system.StiffnessFeature) && !has(data, system.Charge):
		return choice{"constants", nil, "the data have springs and no charges"}
	case frames > 2 && slices.ContainsFunc(data.Train, func(s system.Sample) bool { return s.Planes() > 0 }):
		return choice{"contact", []string{fmt.Sprintf("--unroll=%d", min(frames-1, presets["contact"].number("unroll")))}, "the data have planes"}
	case frames > 2:
		usual, pairs := presets["fast"].number("epochs"), len(data.Train)*(frames-1)
		epochs := max(fewestEpochs, min(usual, usual*usualPairs/pairs))
		return choice{"fast", []string{"--unroll=1", fmt.Sprintf("--epochs=%d", epochs)}, "the data are trajectories without joints"}
	}
	return choice{"fast", nil, "the data have neither joints nor trajectories"}
}

// learnedOfJoints are the flags that learn the constants of joints that the data lack.
func learnedOfJoints(data *datasets.Data, frames int) []string {
	var learned []string
	if !has(data, system.Mass) {
		learned = append(learned, builder.LearnedMass)
	}
	if !has(data, system.TurnDamping) && !has(data, system.SlideDamping) {
		learned = append(learned, builder.LearnedDamping)
	}
	if learned == nil {
		return nil
	}
	flags := []string{"--learn=" + strings.Join(learned, ",")}
	if frames > 2 {
		flags = append(flags, fmt.Sprintf("--unroll=%d", min(frames-1, constantFrames)))
	}
	return flags
}

// has reports whether a training sample is given a field.
func has(data *datasets.Data, f *system.Field) bool {
	return slices.ContainsFunc(data.Train, func(s system.Sample) bool { return f.Of(&s) != nil })
}

// chosenFor is the command with the preset that suits the data. Flags of the call count
// more.
func (c *trainCommand) chosenFor(data *datasets.Data) (*trainCommand, error) {
	chosen := presetFor(data)
	flags := []string{"--preset=" + chosen.preset}
	for _, flag := range chosen.flags {
		if name, _, _ := strings.Cut(strings.TrimPrefix(flag, "--"), "="); !c.given[name] {
			flags = append(flags, flag)
		}
	}
	command := slices.IndexFunc(c.args, isName) // train, behind flags of gmnc
	all := new(commands)
	if _, err := newParser(all, io.Discard, io.Discard, func(int) {}).Parse(slices.Insert(slices.Clone(c.args), command+1, flags...)); err != nil {
		return nil, err
	}
	all.Train.chosen = fmt.Sprintf("%s: training gmn-ode by %s (choose otherwise with --model or --preset)", chosen.why, strings.Join(flags, " "))
	return &all.Train, nil
}
