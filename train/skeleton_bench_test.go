package train_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/datasets/graph"
	"gmnc/internal/test/modes"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
	"gmnc/train"
)

// BenchmarkSkeleton measures what a step of training takes more where the
// skeleton of motion capture, 31 joints that see joints up to two bones away, is
// one tree than where six of its bones are sticks, as in the paper. Steps of both
// alternate: tree/sticks is the median ratio of two that follow each other.
func BenchmarkSkeleton(b *testing.B) {
	for name, c := range map[string]config.Config{
		"gmn":             {Model: "gmn", Layers: 4},
		"gmn-ode":         {Model: "gmn-ode", Layers: 8},
		"gmn-ode/learned": {Model: "gmn-ode", Layers: 8, Dynamics: config.LearnedDynamics},
	} {
		c.Form, c.Hidden = config.Published, 64
		b.Run(name, func(b *testing.B) {
			tree, ofTree := skeletonTrainer(b, c, system.Objects{skeletonTree()})
			sticks, ofSticks := skeletonTrainer(b, c, skeletonSticks())
			var ratios []float64
			for b.Loop() {
				ratios = append(ratios, stepTime(b, tree, ofTree)/stepTime(b, sticks, ofSticks))
			}
			slices.Sort(ratios)
			b.ReportMetric(ratios[len(ratios)/2], "tree/sticks")
		})
	}
}

func stepTime(b *testing.B, trainer runtime.Trainer, inputs runtime.Batch) float64 {
	start := time.Now()
	_, err := runtime.Step(trainer, inputs)
	require.NoError(b, err)
	return time.Since(start).Seconds()
}

// skeletonTrainer trains on a batch of 100 skeletons, as the paper does, in the
// fastest mode.
func skeletonTrainer(b *testing.B, config config.Config, objects system.Objects) (runtime.Trainer, runtime.Batch) {
	random, sample := rand.New(rand.NewPCG(1, 2)), system.Sample{Objects: objects}
	sample.Neighbors, sample.EdgeFeatures = graph.TwoHop(len(skeletonParents), skeletonTree().Bars())
	for range skeletonParents {
		sample.NodeFeatures = append(sample.NodeFeatures, 1)
		for range 3 {
			sample.Position = append(sample.Position, float32(random.NormFloat64()))
			sample.Velocity = append(sample.Velocity, float32(0.1*random.NormFloat64()))
			sample.TargetPosition = append(sample.TargetPosition, float32(random.NormFloat64()))
		}
	}
	data := &datasets.Data{Train: slices.Repeat([]system.Sample{sample}, 100), NodeFeatures: []string{"one"}, EdgeFeatures: []string{"hop"}}
	model, err := builder.New(run.ModelFor(config, data), false)
	require.NoError(b, err)
	objective, err := train.ObjectiveOf(model, train.Loss{})
	require.NoError(b, err)
	training := modes.Training()
	mode := training[slices.IndexFunc(training, func(m runtime.Mode) bool { return m.Ragged })]
	trainer, err := mode.Train(objective, run.WithShapes(model, model.Draw(1)), runtime.Solver{LearningRate: 5e-4})
	require.NoError(b, err)
	b.Cleanup(func() { trainer.Close() })
	return trainer, train.ObjectiveInputs(system.NewBatch(data.Train), false)
}

// skeletonParents are the parents of the joints of CMU's skeletons: hips, two legs of
// five bones, spine and head of six, two arms of seven.
var skeletonParents = []int64{-1,
	0, 1, 2, 3, 4, 0, 6, 7, 8, 9,
	0, 11, 12, 13, 14, 15,
	13, 17, 18, 19, 20, 21, 20,
	13, 24, 25, 26, 27, 28, 27,
}

func skeletonTree() system.Object {
	trees, _ := system.Tree.Numbered(skeletonParents, nil) // they lead in no circle
	return trees[0]
}

// skeletonSticks are the bones that the paper keeps rigid.
func skeletonSticks() (sticks system.Objects) {
	for _, ends := range [][2]int{{0, 11}, {12, 13}, {2, 3}, {7, 8}, {17, 18}, {24, 25}} {
		sticks = append(sticks, system.Stick.Of(ends[0], ends[1]))
	}
	return sticks
}
