package protocol

import (
	"fmt"

	"gmnc/builder/config"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/run"
)

// throughFrames returns a row whose training has the same number of frames throughout.
func throughFrames() Row {
	row := Row{Name: "24 frames", Known: "bodies, plane, gravity", Model: config.DefaultConfig(), Training: run.PaperOptions()}
	row.Model.Model, row.Model.Forces, row.Model.Integrator = "gmn-ode", config.NoForces, config.RungeKutta4
	row.Model.Layers, row.Model.Hidden = 4, 32
	o := &row.Training
	o.Epochs, o.ValidEvery, o.Batch, o.LearningRate, o.Schedule, o.Loss = 7, 7, 64, 5e-3, run.Cosine, run.Huber
	o.Clip, o.Unroll, o.Velocity, o.KeepLast, o.Scale = 1, 24, 0.02, true, run.AutoScale
	return row
}

// These are the rows of the table.
const (
	moreFrames = "24, 48, then 64 frames"
	damped     = "friction and retardation, through 24 frames"
)

// contact returns the rows of the table. One is the preset of gmnc train, which trains through
// more and more frames. The other learns constants of contact instead of a network.
func contact() []Row {
	longer, constants := throughFrames(), throughFrames()
	longer.Name, longer.Model.Layers = moreFrames, 6
	o := &longer.Training
	o.Epochs, o.ValidEvery, o.Batch, o.Curriculum, o.Unroll = 6, 1, 32, []int{24, 48}, 64

	constants.Name, constants.Model.Layers = damped, 8
	constants.Model.Learn = []config.Constant{{Name: config.LearnedRetardation}, {Name: config.LearnedFriction}}
	o = &constants.Training
	o.Epochs, o.ValidEvery, o.Batch, o.LearningRate = 2, 1, 16, 8e-2
	return []Row{longer, constants}
}

// onContact returns the columns: what is measured of the rollouts of recordings.
func onContact() []Column {
	var columns []Column
	add := func(system string, size, repeat int, measure Recorded, rows ...string) {
		columns = append(columns, Column{System: fmt.Sprintf("%s, %s", system, measure), TrainSize: size, Repeat: repeat, Rows: rows, Rollout: &Rollout{Recorded: measure},
			Data: corpus.DataSet{Kind: corpus.Contact, System: system, Train: 300, Valid: 100, Test: 100}})
	}
	of := func(system string, size, repeat int, rows []string, measures ...Recorded) {
		for _, measure := range measures {
			add(system, size, repeat, measure, rows...)
		}
	}
	longer := []string{moreFrames}
	of(corpus.Tosses, 262, 1, longer, WholeMean, WholeMedian, "frame 20", LastFrame, DeepestPoint)
	of(corpus.Tosses, 52, 3, longer, WholeMean, WholeMedian)
	of(corpus.Drop, 10, 1, []string{damped}, "frame 30", "frame 60", RestingSpeed)
	return columns
}

// Recorded is a measure of rollouts against recordings of any length, beginning with their
// first frames. An error is the root mean square distance of the particles.
type Recorded string

const (
	WholeMean    Recorded = "whole"            // the mean over recordings of the mean error over frames
	WholeMedian  Recorded = "whole, median"    // the median over recordings of the mean error over frames
	LastFrame    Recorded = "last"             // the mean error in the last frame
	DeepestPoint Recorded = "depth"            // the largest distance of a particle behind the plane
	RestingSpeed Recorded = "speed of resting" // the largest speed of particles in the last ten frames, for bodies at rest there
)
