package protocol

import (
	"fmt"

	"gmnc/builder/config"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/run"
	"gmnc/train/regression"
)

// chargedEpochs is of GMN-ODE on 3000 samples of five charges.
const chargedEpochs = 300

// successorError is the mean squared error beside goals of later papers.
var successorError = func() Metric {
	metric := PositionError
	metric.Goals = true
	return metric
}()

// Names of rows that the columns take.
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

// Successors are rows by the protocols of later papers. None is told the velocity of a
// target.
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
	both.Training.Epochs, both.Training.EMA = skeletonEpochs/2, averageDecay // of twice the samples
	return append(rows, mirroring(AsTree(network())), mirroring(AsTree(onward())), mirroring(both))
}

// onward is the RBF network of closed form, whose weights gradients then train.
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

// Options of a training that begins where a regression ends.
const (
	onwardEpochs = 40
	onwardRate   = 1e-3
)

// finer is a row with twice the steps, most of which are trained from fewer, and the mean
// of its weights. More epochs fit the training samples alone.
func finer(row Row) Row {
	row.Name, row.Model.Layers = chargedFiner, 4*lawSteps
	row.Training.Epochs, row.Training.Coarse, row.Training.EMA = chargedEpochs/3, []int{lawSteps, 2 * lawSteps}, averageDecay
	return row
}

// InFormula is a force q q A / r^n between all pairs, whose A and n are fitted from 1 and
// then trained.
func InFormula() Row {
	row := law(chargedFormula)
	row.Fitted, row.Finer = true, FinerSteps{32 * lawSteps, config.RungeKutta4}
	row.Model.Layers, row.Model.Messages, row.Model.Integrator = 2*lawSteps, config.NoMessages, config.RungeKutta4
	row.Model.Law = []config.PairFormula{{Charges: true, Form: "power", Constants: map[string]float64{"A": 1, "n": 1}}}
	t := &row.Training
	t.Reverse, t.Epochs, t.ValidEvery, t.KeepLast, t.LearningRate, t.Clip, t.Loss = false, 1, 1, true, formulaRate, formulaClip, run.Cauchy
	return row
}

// endingAtCore is a row whose power ends at a core. On validation samples of five charges,
// which were made by Euler's method too, its steps are better than half as many by midpoint.
func endingAtCore(row Row) Row {
	row.Name, row.Cored = chargedCore, true
	row.Finer = FinerSteps{Steps: 128 * lawSteps}
	return row
}

// Options of a law in a formula, which a fit began: chaotic systems may not push its
// constants far.
const (
	formulaRate = 1e-6
	formulaClip = 1e-3
)

// mirroring is a row on recordings of which each training sample is there a second time,
// with left and right exchanged.
func mirroring(row Row) Row {
	row.Name, row.Mirrored = row.Name+mirroredToo, true
	return row
}

// OnSuccessors are the columns, each for some of the rows.
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

// freeCharges are columns of the systems of Cen et al. (NeurIPS 2024) and, the largest, of
// Zhang et al. (ICML 2024): charges without objects. Models of five are tested on all;
// few samples of each size train models of its own.
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
