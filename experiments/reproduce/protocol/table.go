package protocol

import (
	"gmnc/builder/config"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/run"
)

// Table is a table or a figure of the paper.
type Table struct {
	Name      string // as the command line has it
	Title     string
	Metric    Metric
	Rows      []Row
	Columns   []Column
	Figure    Figure
	OtherRows []OtherRow // rows of other tables in the figure
	Curve     bool       // follows the test error over trainings
}

// OtherRow is a row of another table with the same metric and columns.
type OtherRow struct{ Table, Row string }

// Figure is the kind of figure of a table.
type Figure int

const (
	nothingDrawn    Figure = iota
	DotPlots               // the errors of all seeds at each place
	AtRadii                // the same for places that have radii
	OverSizes              // errors over numbers of training samples
	OverWidths             // errors over widths
	TrainingAndTest        // the loss and the test error over a training
)

// Metric is what a table reports about a test.
type Metric struct {
	Name  string
	Scale float64 // the factor from our units to those of the paper
	Of    func(Errors) float64
	// Squares and SquareScale are the name and scale of the squared errors whose median and
	// trimmed mean are reported.
	Squares     string
	SquareScale float64
	// Count, unless nil, counts test samples, which CountName names.
	Count     func(Errors) float64
	CountName string
	// Runaways measures runaways.
	Runaways bool
	// Knowing measures radii, which a page of its own shows.
	Knowing bool
	// Certainty compares constants with the truth, which a page of its own shows.
	Certainty bool
	// Robots measures torques by joint, which a page of its own shows.
	Robots bool
	// More lists columns of a CSV file besides the common ones.
	More []string
	// Goals shows the table beside goals and the figures of others.
	Goals bool
}

var (
	PositionError = Metric{Name: "mean squared error x100", Scale: 100, Of: func(e Errors) float64 { return e.Mean }, Squares: "squared error x100", SquareScale: 100}
	// RelativeError is a mean square relative to the mean square of the fitted function.
	RelativeError = Metric{Name: "relative squared error", Scale: 1, Of: func(e Errors) float64 { return e.Mean }, Squares: "relative squared error", SquareScale: 1}
	// ConstraintError is the paper's: the change of lengths per stick plus that per hinge,
	// averaged over samples.
	ConstraintError = Metric{Name: "constraint error per stick plus per hinge", Scale: 1, Of: func(e Errors) float64 { return e.ConstraintPerObject }, Squares: "squared error x100", SquareScale: 100}
	// LargestError is the largest error of predict.Runaways.
	LargestError = Metric{Name: "largest squared error over its bound", Scale: 1, Of: func(e Errors) float64 { return e.LargestOverBound }, Squares: "squared error x100", SquareScale: 100,
		Count: func(e Errors) float64 { return e.OverBound }, CountName: "over the bound", Runaways: true, More: []string{"largest_over_bound", "over_bound"}}
	// rolloutError is the error that the column of a table names.
	rolloutError = Metric{Name: "error over a rollout", Scale: 1, Of: func(e Errors) float64 { return e.Rollout }, Squares: "squared error of a step", SquareScale: 1,
		More: []string{"rollout_error", "constants_error"}, Goals: true}
	// radiusCoverage is the coverage of radii.
	radiusCoverage = Metric{Name: "share of particles within their radius", Scale: 1, Of: func(e Errors) float64 { return e.Particles }, Squares: "squared error", SquareScale: 1,
		More: []string{"particles_covered", "systems_covered", "sharpness", "rank_correlation", "time", "found", "standard_error"}, Knowing: true}
)

// Row is a model of a table.
type Row struct {
	Name     string // as the paper has it
	Known    string // what is known about the systems, in a table with goals, whose Name is what is learned
	Model    config.Config
	Training run.Options // except for seed and training size
	Turn     Turn        // the turn of its cells
	Runs     int         // the number of runs, with different seeds, side by side; 0 stands for one
	// Formulas replaces the trained network by the law that is chosen from it.
	Formulas bool
	// Own is a model that is trained on the system on which it is tested, while the others are
	// trained on the system of the table.
	Own             bool
	corpus.Prepared           // what the data tell the model
	Fit             *Fit      // fitted instead of a model; the cell sets width and seed
	Robot           *RobotFit // fitted instead of a model
	// Regression is a form of package regression instead of a model.
	Regression string
	// Fitted makes a training begin with the weights that package regression fits to the same
	// samples; its model is rbf.
	Fitted bool
	// Finer holds the steps and the integrator of the test; the zero value stands for those of
	// the model.
	Finer FinerSteps
	// Cored adds a core to the single power that is the law of a Fitted row.
	Cored bool
}

// Column is what the models of a table are trained and tested on.
type Column struct {
	System    string // as the paper has it
	TrainSize int
	Data      corpus.DataSet
	Trained   *corpus.DataSet // the training data, if these are not Data
	Average   bool            // it is the average of all other columns with this training size
	Width     int             // the width of the fitted layer
	Repeat    int             // a factor for the epochs of the rows, for few samples; 0 stands for 1
	Rollout   *Rollout        // what is measured, if not an error of one step
	Steps     int             // the steps of a rollout after which radii are measured; 0 stands for one
	// Truth holds the true constants of the data, by their titles. Missed is what the model
	// lacks of what made the data.
	Truth  map[string]float64
	Missed string
	Sought *Sought  // the constant sought in the law of the model, if radii are not measured
	Rows   []string // the names of the rows that have the column; nil for all
}

// Cell says which model is trained, with a seed, and what is measured of it on test data. Its
// JSON names it.
type Cell struct {
	Model    config.Config  `json:"model,omitzero"`
	Training run.Options    `json:"training,omitzero"`
	Data     corpus.DataSet `json:"data,omitzero"`
	Test     corpus.DataSet `json:"test,omitzero"`
	Fit      *Fit           `json:"fit,omitempty"` // replaces all of the above
	// Robot is fitted to the log that is the data, instead of a model.
	Robot *RobotFit `json:"robot,omitempty"`
	// Regression is fitted instead of a model.
	Regression string `json:"regression,omitempty"`
	// Graph is the digest of the model's graph. If another build makes another graph from the
	// same options, that is another cell.
	Graph string `json:"graph,omitempty"`
	// Runaways measures runaways, and Curve the test error over the training.
	Runaways bool `json:"runaways,omitempty"`
	Curve    bool `json:"curve,omitempty"`
	// Rollout is what is measured over several frames.
	Rollout *Rollout `json:"rollout,omitempty"`
	// Knowing measures radii.
	Knowing bool `json:"knowing,omitempty"`
	// Steps is the number of steps of a rollout after which radii are measured, and Runs is the
	// number of runs side by side.
	Steps int `json:"steps,omitempty"`
	Runs  int `json:"runs,omitempty"`
	// Formulas replaces the network by formulas.
	Formulas bool `json:"formulas,omitempty"`
	// Sought is looked for in the law of the model.
	Sought *Sought `json:"sought,omitempty"`
	// Truth is compared with the constants of the model.
	Truth map[string]float64 `json:"truth,omitempty"`
	// Fitted makes the training begin with the weights of a regression.
	Fitted bool `json:"fitted,omitempty"`
	// Finer holds the steps and the integrator of the test; the zero value stands for those of
	// the model.
	Finer FinerSteps `json:"finer,omitzero"`
	// Cored adds a core to the law.
	Cored bool `json:"cored,omitempty"`
}

// Cell returns the cell at a place of the table, which must not be an average.
func (t Table) Cell(row Row, column Column, seed uint64) Cell {
	if row.Fit != nil {
		f := *row.Fit
		f.Samples, f.Seed = column.TrainSize, seed
		if !f.Outside {
			f.Width = column.Width
		}
		return Cell{Fit: &f}
	}
	if row.Robot != nil {
		c := Cell{Robot: row.Robot, Data: column.Data, Test: column.Data}
		if column.Trained != nil {
			c.Data = *column.Trained
		}
		return c
	}
	c := Cell{Model: row.Model, Data: column.Data, Test: column.Data, Regression: row.Regression, Runaways: t.Metric.Runaways, Curve: t.Curve, Rollout: column.Rollout, Knowing: t.Metric.Knowing && column.Sought == nil,
		Steps: column.Steps, Runs: row.Runs, Formulas: row.Formulas, Sought: column.Sought, Truth: column.Truth}
	if column.Trained != nil && !row.Own {
		c.Data = *column.Trained
	}
	c.Test.TestOnly = c.Test.Kind == corpus.NBody && c.Test != c.Data
	c.Data.Seed, c.Test.Seed = seed, seed
	c.Data.Prepared, c.Test.Prepared = row.Prepared, row.Prepared
	c.Training = column.training(row.Training, seed, c.Data)
	c.Finer, c.Cored = row.Finer, row.Cored
	if c.Fitted = row.Fitted; c.Fitted {
		c.Model.Hidden = c.Training.TrainSize // a basis function for each sample
	}
	if row.Regression == "" {
		c.Graph = GraphOf(c.Model)
	}
	return c
}

// training returns the options of a row for the data of a column.
func (column Column) training(o run.Options, seed uint64, data corpus.DataSet) run.Options {
	repeat := max(1, column.Repeat)
	o.Seed, o.TrainSize = seed, min(column.TrainSize, data.Train)
	if data.Mirrored {
		o.TrainSize *= 2
	}
	o.Epochs, o.ValidEvery, o.Batch = o.Epochs*repeat, o.ValidEvery*repeat, min(o.Batch, o.TrainSize)
	return o
}

// FinerSteps holds the steps and the integrator of a test; the zero value stands for those of
// the model.
type FinerSteps struct {
	Steps      int    `json:"steps,omitempty"`
	Integrator string `json:"integrator,omitempty"` // "" for semi-implicit Euler
}

// Of returns a model with these steps.
func (f FinerSteps) Of(config config.Config) config.Config {
	if f.Steps != 0 {
		config.Layers, config.Integrator = f.Steps, f.Integrator
	}
	return config
}

// Turn says when the cells of a row are computed.
type Turn int

const (
	first    Turn = iota // the main subject of tables
	Variants             // a model without a part, or trained otherwise
	dearest              // for comparison, with many times the work of the others
)

// MainSystem is the system of most tables in the paper.
const MainSystem = "3,2,1"

// Fit is the general equivariant layer fitted to a random equivariant function f of vectors,
// f(Z) = Z c(Z^T Z / |Z^T Z|_F) with a random network c: Theorem 1 and Corollary 2 of the
// paper. The layer may add up some of the vectors, and has the scalar products of all of them
// as features. It can therefore represent the part of f in the span of the given vectors, and
// no more.
type Fit struct {
	Vectors int `json:"vectors"` // the number of vectors on which f depends
	Given   int `json:"given"`   // the number of those that the layer is given
	Width   int `json:"width"`   // the width of the layer's network with one hidden layer
	// Outside is not fitted: it is the part of f outside the span.
	Outside bool   `json:"outside,omitempty"`
	Samples int    `json:"samples"` // the number of samples for the fit, and of those for the test
	Steps   int    `json:"steps"`
	Seed    uint64 `json:"seed"`
}
