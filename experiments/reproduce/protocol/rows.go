package protocol

import (
	"fmt"
	"slices"

	"gmnc/builder/config"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/run"
	"gmnc/system"
	"gmnc/train/regression"
)

// published returns a model of the paper's size. Forces are limited as in the published code,
// if the model has such a limit.
func published(model string) config.Config {
	c := config.DefaultConfig()
	c.Model, c.Clamp = model, config.ComponentClamp
	if c.Validate() != nil {
		c.Clamp = ""
	}
	return c
}

// model returns a row for a model with the paper's options of training.
func model(name, as string) Row {
	config := published(as)
	return Row{Name: name, Model: config, Training: run.PaperOptions()}
}

// regularized returns a row for a model that trains with the constraint term, with the weight
// of the published code. The paper speaks of a choice by validation, but its figures are those
// of this weight (docs/results).
func regularized(name, as string) Row {
	row := model(name, as)
	row.Training.Lambda = run.DefaultLambda
	return row
}

// tensorField returns a row for a model that the paper trains with options of its own. Such a
// model memorizes its training samples in some tens of epochs, and its validation error rises
// from then on. With patience, the training ends before the 600 epochs.
func tensorField(name, as string) Row {
	row := model(name, as)
	row.Training.Batch, row.Training.LearningRate, row.Training.WeightDecay = 100, 1e-3, 1e-8
	row.Training.Patience = 100
	row.Turn = dearest
	return row
}

// These are models as the paper names them.
var (
	linear  = model("Linear", "linear")
	gnn     = model("GNN", "gnn")
	tfn     = tensorField("TFN", "tfn")
	se3     = tensorField("SE(3)-Tr.", "se3-transformer")
	rf      = model("RF", "rf")
	egnn    = model("EGNN", "egnn")
	egnnReg = regularized("EGNNReg", "egnn-reg")
	GMN     = model("GMN", "gmn")
	gmnL    = model("GMN-L", "gmn-l")
	gmnLReg = regularized("GMN-LReg", "gmn-l-reg")
	gmnLH   = model("GMN-LH", "gmn-lh")
)

// regressed returns rows for the regressions, which know the particles by number.
func regressed(forms ...string) []Row {
	var rows []Row
	for _, form := range forms {
		rows = append(rows, Row{Name: form, Regression: form})
	}
	return rows
}

// network returns the row of the regression that is a model, with data that identify the
// joints.
func network() Row {
	row := Row{Name: regression.Network, Regression: regression.Network}
	row.Joints = true
	return row
}

// onPairs returns rows for molecules besides the paper's. They are GMN-ODE, without target
// velocities and therefore without reversal, the same with learned dynamics, as bonds join
// unlike atoms, the preset best, and regressions.
func onPairs() []Row {
	forwards := law("GMN-ODE w/o reversal")
	forwards.Training.Reverse = false
	return append([]Row{forwards, learned(forwards), bestOnPairs()}, regressed(regression.Linear, regression.Kernel)...)
}

// Own returns a row that is trained on the system on which it is tested.
func Own(name string, row Row) Row {
	row.Name, row.Own = name, true
	return row
}

// phi2 returns GMN with another inference of accelerations.
func phi2(name, form string) Row {
	row := GMN
	row.Name, row.Model.Phi2, row.Turn = name, form, Variants
	return row
}

// twoSticks returns GMN with each hinge as two sticks.
func twoSticks(name string) Row {
	row := GMN
	row.Name, row.Model.Hinges, row.Turn = name, config.TwoSticks, Variants
	return row
}

// charged returns the rows with the charge as a feature of particles, and then with products of
// charges as a feature of edges.
func charged(rows ...Row) []Row {
	var all []Row
	for _, p := range []struct {
		name, option string
		turn         Turn
	}{{"node", config.NodeCharge, Variants}, {"edge", "", first}} {
		for _, row := range rows {
			row.Name, row.Model.Charge, row.Turn = row.Name+", charge on "+p.name, p.option, p.turn
			all = append(all, row)
		}
	}
	return all
}

// perturbed returns GMN with errors in the objects of training samples.
func perturbed(name string, how system.Perturbation) Row {
	row := model(name, "gmn")
	row.Training.Perturb, row.Turn = how, Variants
	return row
}

// onRecorded returns rows with the paper's options for recorded data.
func onRecorded(rows ...Row) []Row { return trainedFor(500, 100, rows) }

// longer returns rows with the options of later papers for motion capture: up to 5000 epochs.
func longer(rows ...Row) []Row {
	rows = trainedFor(5000, 12, rows)
	for i := range rows {
		rows[i].Training.Patience = 1000
	}
	return rows
}

func trainedFor(epochs, batch int, rows []Row) []Row {
	for i := range rows {
		rows[i].Training.Epochs, rows[i].Training.Batch = epochs, batch
	}
	return rows
}

// Hinged returns a row with data decomposed into hinges instead of sticks.
func Hinged(row Row) Row {
	row.Hinges = true
	return row
}

// simulated returns the data set of a system in the paper's tables.
func simulated(composition string) corpus.DataSet {
	return corpus.DataSet{Kind: corpus.NBody, System: composition, Train: trainSamples, Valid: otherSamples, Test: otherSamples}
}

// These are the numbers of samples of the simulated data sets: training samples, of which
// tables use the first 500 or all, and the samples of validation and of test.
const (
	trainSamples = 1500
	otherSamples = 2000
)

// onSystems returns columns for each system, with each training size.
func onSystems(systems []string, sizes ...int) []Column {
	var columns []Column
	for _, size := range sizes {
		for _, composition := range systems {
			columns = append(columns, Column{System: composition, TrainSize: size, Data: simulated(composition)})
		}
	}
	return columns
}

// transfer returns columns for models that are trained on the first system and tested on each,
// and for the average.
func transfer(systems ...string) []Column {
	var columns []Column
	for _, size := range []int{500, 1500} {
		trained := simulated(systems[0])
		for _, column := range onSystems(systems, size) {
			column.Trained = &trained
			columns = append(columns, column)
		}
		columns = append(columns, Column{System: "average", TrainSize: size, Average: true})
	}
	return columns
}

// elsewhere returns columns for models that are trained with 500 samples of the main system and
// tested on others, for which the paper has no numbers.
func elsewhere(systems ...string) []Column {
	data := simulated(MainSystem)
	columns := onSystems(systems, 500)
	for i := range columns {
		columns[i].Trained = &data
	}
	return columns
}

// farAway returns columns for models that are trained with 500 samples. The tests have many
// systems like the training systems, and some far away from everything that the models have
// seen.
func farAway() []Column {
	const many, some, large = 20000, 2000, 200
	test := func(composition string, count int) corpus.DataSet {
		return corpus.DataSet{Kind: corpus.NBody, System: composition, Test: count}
	}
	var columns []Column
	for _, composition := range mainSystems {
		trained := simulated(composition)
		columns = append(columns, Column{System: composition, TrainSize: 500, Data: test(composition, many), Trained: &trained})
	}
	trained := simulated(MainSystem)
	for _, extreme := range system.Extremes() {
		data := test(MainSystem, some)
		data.Extreme = extreme.Name
		columns = append(columns, Column{System: MainSystem + " with " + extreme.Name, TrainSize: 500, Data: data, Trained: &trained})
	}
	return append(columns, Column{System: "0,30,20 by " + MainSystem, TrainSize: 500, Data: test("0,30,20", large), Trained: &trained})
}

// manySamples returns columns for (3,2,1) with up to as many training samples as the largest
// size.
func manySamples(sizes ...int) []Column {
	columns := onSystems([]string{MainSystem}, sizes...)
	for i := range columns {
		columns[i].Data.Train = slices.Max(sizes)
	}
	return columns
}

// onMolecules returns columns for the molecules of MD17.
func onMolecules() []Column {
	var columns []Column
	for _, name := range []string{"aspirin", "benzene", "ethanol", "malonaldehyde", "naphthalene", "salicylic", "toluene", "uracil"} {
		columns = append(columns, Column{System: name, TrainSize: 500,
			Data: corpus.DataSet{Kind: corpus.Molecule, System: name, Train: 500, Valid: 2000, Test: 2000}})
	}
	return columns
}

// OnMotion returns the column for walking. For the 200 pairs of the paper, 11 trials give 18
// each.
func OnMotion() []Column {
	return []Column{{System: "subject 35 walk", TrainSize: 200,
		Data: corpus.DataSet{Kind: corpus.Motion, System: "35 walk", Train: 198, Valid: 600, Test: 600}}}
}

// Fitted returns rows for the general equivariant layer given some of the vectors on which a
// function depends. If those do not span space, there are also rows for the part of the
// function outside their span.
func Fitted() []Row {
	const steps = 6000
	var rows []Row
	for _, f := range []Fit{{Vectors: 3, Given: 1}, {Vectors: 3, Given: 2}, {Vectors: 3, Given: 3}, {Vectors: 4, Given: 4}} {
		name := fmt.Sprintf("%d of %d vectors", f.Given, f.Vectors)
		if f.Given < 3 {
			outside := f
			outside.Outside = true
			rows = append(rows, Row{Name: "outside " + name, Fit: &outside})
		}
		f.Steps = steps
		rows = append(rows, Row{Name: name, Fit: &f})
	}
	return rows
}

// Widths returns columns for the widths of the fitted layer.
func Widths(all ...int) []Column {
	const samples = 2000
	var columns []Column
	for _, width := range all {
		columns = append(columns, Column{System: fmt.Sprintf("width %d", width), TrainSize: samples, Width: width})
	}
	return columns
}
