package protocol

import (
	"gmnc/builder/config"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/run"
)

// Table is a table, or a figure, of the paper.
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

// OtherRow is a row of another table, of the same metric and with the same columns.
type OtherRow struct{ Table, Row string }

// Figure is what is drawn of a table.
type Figure int

const (
	nothingDrawn    Figure = iota
	DotPlots               // the errors of all seeds at each place
	AtRadii                // the same of places that have radii
	OverSizes              // errors over numbers of training samples
	OverWidths             // errors over widths
	TrainingAndTest        // the loss and the test error over a training
)

// Metric is what a table reports of a test.
type Metric struct {
	Name  string
	Scale float64 // from our units to the units of the paper
	Of    func(Errors) float64
	// Squares and SquareScale are the same for the squared errors of which
	// median and trimmed mean are reported.
	Squares     string
	SquareScale float64
	// Count, unless nil, counts test samples, which CountName names.
	Count     func(Errors) float64
	CountName string
	// Runaways has them measured.
	Runaways bool
	// Knowing has radii measured, which a page of its own shows.
	Knowing bool
	// Certainty has constants compared with the truth, which a page of its own shows.
	Certainty bool
	// Robots has torques by joint, which a page of its own shows.
	Robots bool
	// More are the columns of a CSV file beside the usual ones.
	More []string
	// Goals has a table told beside goals and the figures of others.
	Goals bool
}

var (
	PositionError = Metric{Name: "mean squared error x100", Scale: 100, Of: func(e Errors) float64 { return e.Mean }, Squares: "squared error x100", SquareScale: 100}
	// RelativeError is a mean square in units of the mean square of what is fitted.
	RelativeError = Metric{Name: "relative squared error", Scale: 1, Of: func(e Errors) float64 { return e.Mean }, Squares: "relative squared error", SquareScale: 1}
	// ConstraintError is the paper's: the change of lengths per stick plus
	// that per hinge, averaged over samples.
	ConstraintError = Metric{Name: "constraint error per stick plus per hinge", Scale: 1, Of: func(e Errors) float64 { return e.ConstraintPerObject }, Squares: "squared error x100", SquareScale: 100}
	// LargestError is of predict.Runaways.
	LargestError = Metric{Name: "largest squared error over its bound", Scale: 1, Of: func(e Errors) float64 { return e.LargestOverBound }, Squares: "squared error x100", SquareScale: 100,
		Count: func(e Errors) float64 { return e.OverBound }, CountName: "over the bound", Runaways: true, More: []string{"largest_over_bound", "over_bound"}}
	// rolloutError is what the column of a table says.
	rolloutError = Metric{Name: "error over a rollout", Scale: 1, Of: func(e Errors) float64 { return e.Rollout }, Squares: "squared error of a step", SquareScale: 1,
		More: []string{"rollout_error", "constants_error"}, Goals: true}
	// radiusCoverage is the coverage of radii.
	radiusCoverage = Metric{Name: "share of particles within their radius", Scale: 1, Of: func(e Errors) float64 { return e.Particles }, Squares: "squared error", SquareScale: 1,
		More: []string{"particles_covered", "systems_covered", "sharpness", "rank_correlation", "time", "found", "standard_error"}, Knowing: true}
)

// Row is a model of a table.
type Row struct {
	Name     string // as the paper has it
	Known    string // of the systems, in a table with goals, where Name is what is learned
	Model    config.Config
	Training run.Options // except for seed and training size
	Turn     Turn        // of its cells
	Runs     int         // trained with as many seeds and put side by side; 0 is one
	// Formulas has the law that is chosen of the network take its place once it is trained.
	Formulas bool
	// Own is a model trained on the system that it is tested on, where the others are
	// trained on the system of the table.
	Own             bool
	corpus.Prepared           // what the data tell the model
	Fit             *Fit      // in place of a model, except for width and seed
	Robot           *RobotFit // in place of a model
	// Regression is a form of package regression in place of a model.
	Regression string
	// Fitted has a training begin with the weights that package regression fits to the
	// same samples; its model is rbf.
	Fitted bool
	// Finer are the steps and integrator of the test; zero is the model's.
	Finer FinerSteps
	// Cored has the one power that is the law of a Fitted row end at a core.
	Cored bool
}

// Column is what the models of a table are trained and tested on.
type Column struct {
	System    string // as the paper has it
	TrainSize int
	Data      corpus.DataSet
	Trained   *corpus.DataSet // what is trained on, if not on Data
	Average   bool            // of all other columns with this training size
	Width     int             // of what is fitted
	Repeat    int             // how many times the epochs of the rows, for few samples; 0 is 1
	Rollout   *Rollout        // what is measured, if not an error of one step
	Steps     int             // of a rollout, after which radii are measured; 0 is one
	// Truth are the true constants of the data, by their titles, and Missed what the model
	// lacks of what made them.
	Truth  map[string]float64
	Missed string
	Sought *Sought  // is looked for in the law of the model, where radii are not measured
	Rows   []string // names of the rows that the column is of; nil of all
}

// Cell is what a model, trained with a seed, does on test data. Its JSON
// names it.
type Cell struct {
	Model    config.Config  `json:"model,omitzero"`
	Training run.Options    `json:"training,omitzero"`
	Data     corpus.DataSet `json:"data,omitzero"`
	Test     corpus.DataSet `json:"test,omitzero"`
	Fit      *Fit           `json:"fit,omitempty"` // in place of all these
	// Robot is fitted to the log that is the data, in place of a model.
	Robot *RobotFit `json:"robot,omitempty"`
	// Regression is fitted in place of a model.
	Regression string `json:"regression,omitempty"`
	// Graph is the digest of the model's graph: what another build makes of
	// the same options is another cell.
	Graph string `json:"graph,omitempty"`
	// Runaways has them measured, and Curve the test error over the training.
	Runaways bool `json:"runaways,omitempty"`
	Curve    bool `json:"curve,omitempty"`
	// Rollout is what is measured over several frames.
	Rollout *Rollout `json:"rollout,omitempty"`
	// Knowing has radii measured.
	Knowing bool `json:"knowing,omitempty"`
	// Steps are of a rollout, after which they are, and Runs are side by side.
	Steps int `json:"steps,omitempty"`
	Runs  int `json:"runs,omitempty"`
	// Formulas take the place of the network.
	Formulas bool `json:"formulas,omitempty"`
	// Sought is looked for in the law of the model.
	Sought *Sought `json:"sought,omitempty"`
	// Truth is compared with the constants of the model.
	Truth map[string]float64 `json:"truth,omitempty"`
	// Fitted has the training begin with the weights of a regression.
	Fitted bool `json:"fitted,omitempty"`
	// Finer are the steps and integrator of the test; zero is the model's.
	Finer FinerSteps `json:"finer,omitzero"`
	// Cored has the law end at a core.
	Cored bool `json:"cored,omitempty"`
}

// Cell is the one at a place of the table, which must not be an average.
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

// training are the options of a row on the data of a column.
func (column Column) training(o run.Options, seed uint64, data corpus.DataSet) run.Options {
	repeat := max(1, column.Repeat)
	o.Seed, o.TrainSize = seed, min(column.TrainSize, data.Train)
	if data.Mirrored {
		o.TrainSize *= 2
	}
	o.Epochs, o.ValidEvery, o.Batch = o.Epochs*repeat, o.ValidEvery*repeat, min(o.Batch, o.TrainSize)
	return o
}

// FinerSteps are the steps and integrator of a test; zero is the model's.
type FinerSteps struct {
	Steps      int    `json:"steps,omitempty"`
	Integrator string `json:"integrator,omitempty"` // "" for semi-implicit Euler
}

// Of is a model with these steps.
func (f FinerSteps) Of(config config.Config) config.Config {
	if f.Steps != 0 {
		config.Layers, config.Integrator = f.Steps, f.Integrator
	}
	return config
}

// Turn is when the cells of a row have theirs.
type Turn int

const (
	first    Turn = iota // what tables are about
	Variants             // a model without a part, or trained otherwise
	dearest              // to compare with, at many times the work of the rest
)

// MainSystem is the one of which the paper has most tables.
const MainSystem = "3,2,1"

// Fit is the general equivariant layer fitted to a random equivariant function f of
// vectors, f(Z) = Z c(Z^T Z / |Z^T Z|_F) with c a random network: Theorem 1 and
// Corollary 2 of the paper. The layer is given some of the vectors to add up, and the
// scalar products of all of them as features. So it can be f as far as f lies in the
// span of the vectors given, and no farther.
type Fit struct {
	Vectors int `json:"vectors"` // that f takes
	Given   int `json:"given"`   // of them
	Width   int `json:"width"`   // of the layer's network of one hidden layer
	// Outside is not fitted: it is the part of f outside the span.
	Outside bool   `json:"outside,omitempty"`
	Samples int    `json:"samples"` // to fit to, and as many to test
	Steps   int    `json:"steps"`
	Seed    uint64 `json:"seed"`
}
