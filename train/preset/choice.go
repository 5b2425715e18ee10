package preset

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/system"
	"gmnc/train"
)

// Choice is what suits a data set, and the reason: the preset of that name with changes, or a
// preset without a name.
type Choice struct {
	Preset
	Why string
}

// Open opens an untrained run to predict the samples of a data set, as artifact.FromRun and
// OpenFor do.
type Open func(untrained *run.Run, data *datasets.Data) (predict.Predictor, error)

// constantFrames is the largest number of steps of a trajectory over which constants are
// learned.
const constantFrames = 4

// springSteps is the number of steps in a prediction of springs. The errors fall with the
// square of the step: with four steps they are 17 times those with sixteen (docs/training.md).
const springSteps = 16

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

// Choose returns what an expert would train on the data. Known mechanics suit data with joints,
// data with springs and no charges, and motions that known mechanics predict. The preset
// contact suits trajectories with planes, and the paper's model bones without masses. All other
// data get a law of motion with networks. Those constants of joints that the data lack are
// learned. It returns an error if known mechanics cannot predict validation samples.
func Choose(ctx context.Context, data *datasets.Data, open Open) (Choice, error) {
	var failed error
	chosen := choose(data, func() (share float64) {
		share, failed = knownShare(ctx, data, open)
		return share
	})
	return chosen, failed
}

// choose is like Choose, where known returns the error of known mechanics alone on validation
// samples, relative to that of the best baseline.
func choose(data *datasets.Data, known func() float64) Choice {
	frames := 0
	if train.DefaultVelocity("gmn-ode", data) == run.DefaultVelocity {
		frames = system.MostFrames(data.Train)
	}
	switch {
	case has(data, system.JointAnchor):
		return changed("constants", "the data have joints", func(p *Preset) { learnOfJoints(p, data, frames) })
	case slices.Contains(data.EdgeFeatures, system.StiffnessFeature) && !has(data, system.Charge):
		return changed("constants", "the data have springs and no charges", func(p *Preset) { p.Model.Layers = springSteps })
	case frames > 2 && slices.ContainsFunc(data.Train, func(s system.Sample) bool { return s.Planes() > 0 }):
		return changed("contact", "the data have planes", func(p *Preset) { p.Options.Unroll = min(frames-1, p.Options.Unroll) })
	}
	if share := known(); share <= exactShare {
		return changed("constants", fmt.Sprintf("known mechanics alone have %.2g times the error of the best baseline on the validation samples", share), nil)
	}
	if !has(data, system.Mass) && slices.ContainsFunc(data.Train, func(s system.Sample) bool { return s.Bonds != nil }) {
		return Choice{Preset: ofBones(), Why: "the data have bones and no masses, as motions that muscles drive"}
	}
	if frames > 2 {
		return changed("fast", "the data are trajectories without joints", func(p *Preset) {
			pairs := len(data.Train) * (frames - 1)
			p.Options.Unroll, p.Options.Epochs = 1, max(fewestEpochs, min(p.Options.Epochs, p.Options.Epochs*defaultPairs/pairs))
		})
	}
	return changed("fast", "the data have neither joints nor trajectories", nil)
}

// changed returns the preset of a name with changes, which may be nil.
func changed(name, why string, change func(p *Preset)) Choice {
	p, err := Named(name)
	if err != nil {
		panic(err) // the names are those of the table
	}
	if change != nil {
		change(&p)
	}
	return Choice{Preset: p, Why: why}
}

// ofBones returns the paper's model, trained as the preset fast trains. On motion capture it
// has smaller errors than a law of motion with every seed (docs/training.md).
func ofBones() Preset {
	return Preset{Model: config.DefaultConfig(), Options: with(func(o *run.Options) {
		o.Epochs, o.Batch, o.LearningRate, o.Schedule = 90, 50, 2e-3, run.Cosine
	})}
}

// learnOfJoints has the preset learn the constants of joints that the data lack, over pieces of
// trajectories of this number of frames.
func learnOfJoints(p *Preset, data *datasets.Data, frames int) {
	if !has(data, system.Mass) {
		p.Model.Learn = append(p.Model.Learn, config.Constant{Name: config.LearnedMass})
	}
	if !has(data, system.TurnDamping) && !has(data, system.SlideDamping) {
		p.Model.Learn = append(p.Model.Learn, config.Constant{Name: config.LearnedDamping})
	}
	if p.Model.Learn != nil && frames > 2 {
		p.Options.Unroll = min(frames-1, constantFrames)
	}
}

// has reports whether any training sample has a field.
func has(data *datasets.Data, f *system.Field) bool {
	return slices.ContainsFunc(data.Train, func(s system.Sample) bool { return f.Of(&s) != nil })
}

// knownShare returns the root mean squared error of known mechanics, without a network, on
// validation samples, relative to that of the best baseline. It returns +Inf if there are
// charges, which known mechanics leave out, or if known mechanics do not take the data.
func knownShare(ctx context.Context, data *datasets.Data, open Open) (float64, error) {
	if has(data, system.Charge) {
		return math.Inf(1), nil
	}
	p := changed("constants", "", nil).For(data)
	untrained, err := train.Untrained(train.Job{Data: data, Config: run.Config{Version: run.Version(), Model: p.Model, Training: &p.Options}})
	if err != nil {
		return math.Inf(1), nil // known mechanics do not take such data
	}
	predictor, err := open(untrained, data)
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
