package commandline

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/system"
	"gmnc/train"
)

// choosing holds the flags that choose a model, either themselves or because they belong to the
// paper's models alone. Without any of them the data decide.
var choosing = []string{"preset", "model", "init", "law", "form", "hinges", "phi2"}

// automatic reports whether a call with these flags, or with a sweep over them, leaves the
// choice of a model to the data.
func automatic(given map[string]bool) bool {
	return !slices.ContainsFunc(choosing, func(flag string) bool { return given[flag] })
}

// choice is a preset, or "" for none, with further flags, and the reason why the data ask for
// it.
type choice struct {
	preset string
	flags  []string
	why    string
}

// constantFrames is the largest number of steps of a trajectory over which constants are
// learned.
const constantFrames = 4

// springSteps is the number of steps in a prediction of springs. The errors fall with the
// square of the step: with four steps they are 17 times those with sixteen (docs/training.md).
const springSteps = 16

// ofBones holds the flags of the paper's model, trained as the preset fast trains. On motion
// capture it has smaller errors than a law of motion with every seed (docs/training.md).
var ofBones = []string{"--model=gmn", "--epochs=90", "--batch=50", "--lr=2e-3", "--schedule=cosine"}

// fewestEpochs and defaultPairs determine the number of epochs over trajectories, of which each
// pair of frames is a sample: the epochs of presets are meant for defaultPairs samples.
const (
	fewestEpochs = 10
	defaultPairs = 500
)

// exactShare is the largest error of known mechanics on validation samples, relative to that of
// the best baseline, for which they are chosen instead of a network. Networks seldom get that
// low (docs/training.md has their ratios). mostJudged is the largest number of samples that are
// evaluated.
const (
	exactShare = 0.01
	mostJudged = 200
)

// presetFor returns what an expert would train on the data. Known mechanics suit data with
// joints, data with springs and no charges, and motions that known mechanics predict. The
// preset contact suits trajectories with planes, and the paper's model bones without masses.
// All other data get a law of motion with networks. Those constants of joints that the data
// lack are learned. known returns the error of known mechanics alone on validation samples,
// relative to that of the best baseline.
func presetFor(data *datasets.Data, known func() float64) choice {
	frames := 0
	if run.DefaultVelocity == train.DefaultVelocity("gmn-ode", data) {
		frames = mostFrames(data.Train)
	}
	switch {
	case has(data, system.JointAnchor):
		return choice{"constants", learnedOfJoints(data, frames), "the data have joints"}
	case slices.Contains(data.EdgeFeatures, system.StiffnessFeature) && !has(data, system.Charge):
		return choice{"constants", []string{fmt.Sprintf("--layers=%d", springSteps)}, "the data have springs and no charges"}
	case frames > 2 && slices.ContainsFunc(data.Train, func(s system.Sample) bool { return s.Planes() > 0 }):
		return choice{"contact", []string{fmt.Sprintf("--unroll=%d", min(frames-1, presets["contact"].number("unroll")))}, "the data have planes"}
	}
	if share := known(); share <= exactShare {
		return choice{"constants", nil, fmt.Sprintf("known mechanics alone have %.2g times the error of the best baseline on the validation samples", share)}
	}
	if !has(data, system.Mass) && slices.ContainsFunc(data.Train, func(s system.Sample) bool { return s.Bonds != nil }) {
		return choice{"", ofBones, "the data have bones and no masses, as motions that muscles drive"}
	}
	if frames > 2 {
		usual, pairs := presets["fast"].number("epochs"), len(data.Train)*(frames-1)
		epochs := max(fewestEpochs, min(usual, usual*defaultPairs/pairs))
		return choice{"fast", []string{"--unroll=1", fmt.Sprintf("--epochs=%d", epochs)}, "the data are trajectories without joints"}
	}
	return choice{"fast", nil, "the data have neither joints nor trajectories"}
}

// learnedOfJoints returns the flags for learning the constants of joints that the data lack.
func learnedOfJoints(data *datasets.Data, frames int) []string {
	var learned []string
	if !has(data, system.Mass) {
		learned = append(learned, config.LearnedMass)
	}
	if !has(data, system.TurnDamping) && !has(data, system.SlideDamping) {
		learned = append(learned, config.LearnedDamping)
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

// has reports whether any training sample has a field.
func has(data *datasets.Data, f *system.Field) bool {
	return slices.ContainsFunc(data.Train, func(s system.Sample) bool { return f.Of(&s) != nil })
}

// chosenFor returns the command with the preset that suits the data. Flags of the call take
// precedence.
func (c *trainCommand) chosenFor(ctx context.Context, data *datasets.Data, info *run.DataInfo) (*trainCommand, error) {
	var failed error
	chosen := presetFor(data, func() (share float64) {
		share, failed = c.knownShare(ctx, data, info)
		return share
	})
	if failed != nil {
		return nil, failed
	}
	var flags []string
	if chosen.preset != "" {
		flags = append(flags, "--preset="+chosen.preset)
	}
	for _, flag := range chosen.flags {
		if name, _, _ := strings.Cut(strings.TrimPrefix(flag, "--"), "="); !c.given[name] {
			flags = append(flags, flag)
		}
	}
	with, err := parsedWith(c.args, flags)
	if err != nil {
		return nil, err
	}
	with.chosen = fmt.Sprintf("%s: training by %s (choose otherwise with --model or --preset)", chosen.why, strings.Join(flags, " "))
	return with, nil
}

// parsedWith parses arguments of gmnc with further flags, and returns the command train.
func parsedWith(args, flags []string) (*trainCommand, error) {
	command := slices.IndexFunc(args, isName) // train, behind flags of gmnc
	all := new(commands)
	_, err := newParser(all, io.Discard, io.Discard, func(int) {}).Parse(slices.Insert(slices.Clone(args), command+1, flags...))
	return &all.Train, err
}

// knownShare returns the root mean squared error of known mechanics, without a network, on
// validation samples, relative to that of the best baseline. It returns +Inf if there are
// charges, which known mechanics leave out, or if known mechanics do not take the data.
func (c *trainCommand) knownShare(ctx context.Context, data *datasets.Data, info *run.DataInfo) (float64, error) {
	if has(data, system.Charge) {
		return math.Inf(1), nil
	}
	with, err := parsedWith([]string{"train", c.Data, "-o", c.Output}, []string{"--preset=constants"})
	if err != nil {
		return 0, err
	}
	options := with.options()
	options.Velocity = train.DefaultVelocity(with.Model, data)
	mechanics, err := train.Untrained(train.Job{Data: data, Config: run.Config{Version: run.Version(), Model: with.model(), Training: &options, Data: info}})
	if err != nil {
		return math.Inf(1), nil // known mechanics do not take such data
	}
	predictor, _, err := artifact.FromRun(mechanics).OpenFor(data, "native")
	if err != nil {
		return math.Inf(1), nil
	}
	defer predictor.Close()
	valid := data.Valid[:min(len(data.Valid), mostJudged)]
	found, err := predict.Evaluate(ctx, predictor, valid)
	if err != nil {
		return 0, err
	}
	_, baseline := predict.BestBaseline(data.Train, valid)
	return math.Sqrt(found.Position.Mean / baseline), nil
}
