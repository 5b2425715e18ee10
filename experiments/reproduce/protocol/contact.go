package protocol

import (
	"fmt"

	"gmnc/builder/config"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/run"
)

// throughFrames is a row that trains through as many frames throughout.
func throughFrames() Row {
	row := Row{Name: "24 frames", Known: "bodies, plane, gravity", Model: config.DefaultConfig(), Training: run.PaperOptions()}
	row.Model.Model, row.Model.Forces, row.Model.Integrator = "gmn-ode", config.NoForces, config.RungeKutta4
	row.Model.Layers, row.Model.Hidden = 4, 32
	o := &row.Training
	o.Epochs, o.ValidEvery, o.Batch, o.LearningRate, o.Schedule, o.Loss = 7, 7, 64, 5e-3, run.Cosine, run.Huber
	o.Clip, o.Unroll, o.Velocity, o.KeepLast, o.Scale = 1, 24, 0.02, true, run.AutoScale
	return row
}

// The rows of the table.
const (
	moreFrames = "24, 48, then 64 frames"
	damped     = "friction and retardation, through 24 frames"
)

// contact are the rows of the table: the preset of gmnc train, through more and more frames,
// and constants of contact in the place of its network.
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

// onContact are the columns: what is measured of the rollouts of recordings.
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

// Recorded is what is measured of rollouts beside recordings of any length, from their
// first frames. An error is the root of the mean of squared distances of the particles.
type Recorded string

const (
	WholeMean    Recorded = "whole"            // mean over recordings of the mean error over frames
	WholeMedian  Recorded = "whole, median"    // median over recordings of that
	LastFrame    Recorded = "last"             // mean error in the last frame
	DeepestPoint Recorded = "depth"            // how far a particle is behind the plane at most
	RestingSpeed Recorded = "speed of resting" // of particles in the last ten frames, of bodies that rest there
)
