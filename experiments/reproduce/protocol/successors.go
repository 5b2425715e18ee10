package protocol

import (
	"fmt"

	"gmnc/builder/config"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/run"
	"gmnc/train/regression"
)

// chargedEpochs is the number of epochs of GMN-ODE on 3000 samples of five charges.
const chargedEpochs = 300

// successorError is the mean squared error with goals of later papers.
var successorError = func() Metric {
	metric := PositionError
	metric.Goals = true
	return metric
}()

// These are the names of rows to which columns refer.
const (
	chargedLaw     = "GMN-ODE, 24 steps"
	chargedFiner   = "GMN-ODE, 48 steps"
	chargedFormula = "one force in a formula, 384 steps"
	chargedOwn     = chargedFormula + ", trained on its own size"
	chargedCore    = "one force with a core, 1536 steps of Euler"
	chargedEGNN    = "EGNN, trained as GMN-ODE"
	mirroredToo    = ", mirrored too"
	onwardNetwork  = regression.Network + ", trained on by gradients"
	namedLaw       = walkingLaw + ", joints named" + mirroredToo
)

// Successors returns rows by the protocols of later papers. None of them is given target
// velocities.
func Successors() []Row {
	charged := MoreSteps
	charged.Name, charged.Turn = chargedLaw, first
	charged.Training.Epochs, charged.Training.Reverse = chargedEpochs, false
	baseline := egnn
	baseline.Name, baseline.Training = chargedEGNN, charged.Training
	formula := InFormula()
	rows := []Row{charged, baseline, finer(charged), formula, Own(chargedOwn, formula), endingAtCore(formula)}
	rows = append(rows, onSkeletons(AsTree(learned(law("GMN-ODE"))))...)
	rows = append(rows, treed(regressed(regression.KernelBars))...)
	both := onSkeletons(named(AsTree(learned(law("GMN-ODE")))))[0]
	both.Training.Epochs, both.Training.EMA = skeletonEpochs/2, averageDecay // there are twice the samples
	return append(rows, mirroring(AsTree(network())), mirroring(AsTree(onward())), mirroring(both))
}

// onward returns the RBF network in closed form, whose weights are then trained by gradients.
func onward() Row {
	row := Row{Name: onwardNetwork, Fitted: true, Training: law("").Training, Turn: first}
	row.Joints = true
	row.Model = config.Config{Model: "rbf", Form: config.Published, Layers: regression.Rounds}
	for i := range 31 {
		row.Model.NodeFeatures = append(row.Model.NodeFeatures, corpus.JointName(i))
	}
	t := &row.Training
	t.Reverse, t.Epochs, t.ValidEvery, t.Batch, t.LearningRate = false, onwardEpochs, 1, skeletonBatch, onwardRate
	return row
}

// These are options of a training that begins at a regression.
const (
	onwardEpochs = 40
	onwardRate   = 1e-3
)

// finer returns a row with twice the steps, trained mostly with fewer, and with the mean of its
// weights. More epochs would only fit the training samples.
func finer(row Row) Row {
	row.Name, row.Model.Layers = chargedFiner, 4*lawSteps
	row.Training.Epochs, row.Training.Coarse, row.Training.EMA = chargedEpochs/3, []int{lawSteps, 2 * lawSteps}, averageDecay
	return row
}

// InFormula returns a force q q A / r^n between all pairs. A and n are fitted, beginning with
// 1, and then trained.
func InFormula() Row {
	row := law(chargedFormula)
	row.Fitted, row.Finer = true, FinerSteps{32 * lawSteps, config.RungeKutta4}
	row.Model.Layers, row.Model.Messages, row.Model.Integrator = 2*lawSteps, config.NoMessages, config.RungeKutta4
	row.Model.Law = []config.PairFormula{{Charges: true, Form: "power", Constants: map[string]float64{"A": 1, "n": 1}}}
	t := &row.Training
	t.Reverse, t.Epochs, t.ValidEvery, t.KeepLast, t.LearningRate, t.Clip, t.Loss = false, 1, 1, true, formulaRate, formulaClip, run.Cauchy
	return row
}

// endingAtCore returns a row whose power has a core. On validation samples of five charges,
// which were also made by Euler's method, its steps are better than half as many midpoint
// steps.
func endingAtCore(row Row) Row {
	row.Name, row.Cored = chargedCore, true
	row.Finer = FinerSteps{Steps: 128 * lawSteps}
	return row
}

// These are options of a law in a formula that begins at a fit. They are small, so that chaotic
// systems do not move its constants far.
const (
	formulaRate = 1e-6
	formulaClip = 1e-3
)

// mirroring returns a row with recordings in which each training sample also appears with left
// and right exchanged.
func mirroring(row Row) Row {
	row.Name, row.Mirrored = row.Name+mirroredToo, true
	return row
}

// OnSuccessors returns the columns, each for some of the rows.
func OnSuccessors() []Column {
	walk := OnMotion()[0]
	walk.Rows = []string{walkingLaw, regression.KernelBars, regression.Network + mirroredToo, onwardNetwork + mirroredToo, namedLaw}
	columns := []Column{
		{System: "five charges", TrainSize: 3000, Rows: []string{chargedLaw, chargedEGNN, chargedFiner, chargedFormula, chargedCore},
			Data: corpus.DataSet{Kind: corpus.FiveCharges, System: corpus.FiveCharges, Train: 3000, Valid: 2000, Test: 2000}},
		{System: "subject 9 run", TrainSize: 400, Rows: walk.Rows,
			Data: corpus.DataSet{Kind: corpus.Running, System: corpus.Running, Train: 400, Valid: 240, Test: 240}},
		walk,
	}
	return append(columns, freeCharges()...)
}

// freeCharges returns columns for the systems of Cen et al. (NeurIPS 2024) and, for the
// largest, of Zhang et al. (ICML 2024): charges without objects. Models of five charges are
// tested on all of them. Few samples of each size train models of its own.
func freeCharges() []Column {
	const few, fewValid = 200, 100
	five := corpus.DataSet{Kind: corpus.NBody, System: "5,0,0", Train: 5000, Valid: otherSamples, Test: otherSamples}
	var all, own []Column
	for _, size := range []struct{ particles, tests int }{{5, otherSamples}, {20, otherSamples}, {50, 500}, {100, 200}} {
		data := five
		if data.System = fmt.Sprintf("%d,0,0", size.particles); data.System != five.System {
			data.Test = size.tests
		}
		name := fmt.Sprintf("%d free charges", size.particles)
		all = append(all, Column{System: name, TrainSize: five.Train, Data: data, Trained: &five, Rows: []string{chargedFiner, chargedFormula, chargedCore}})
		data.Train, data.Valid = few, fewValid
		own = append(own, Column{System: name, TrainSize: few, Data: data, Trained: &five, Rows: []string{chargedOwn}})
	}
	return append(all, own...)
}
