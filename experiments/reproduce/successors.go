package reproduce

import (
	"context"
	"fmt"
	"strings"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/datasets/graph"
	"gmnc/datasets/npz"
	"gmnc/run"
	"gmnc/system"
	"gmnc/train/regression"
)

// Kinds of data sets of later papers: five charges of Satorras et al. (ICML 2021), and
// running of CMU's subject 9 by the trials and starts that Han et al. (NeurIPS 2022)
// published.
const (
	fiveCharges = "charged5"
	running     = "cmu_09_run"
)

// chargedEpochs is of GMN-ODE on 3000 samples of five charges; runSpan is in frames from
// input to target.
const (
	chargedEpochs = 300
	runSpan       = 30
)

// successorError is the mean squared error beside goals of later papers.
var successorError = func() Metric {
	metric := positionError
	metric.Goals = true
	return metric
}()

// Names of rows that the columns take.
const (
	chargedLaw     = "GMN-ODE, 24 steps"
	chargedFiner   = "GMN-ODE, 48 steps"
	chargedFormula = "one force in a formula, 384 steps"
	chargedOwn     = chargedFormula + ", trained on its own size"
	chargedCore    = "one force with a core, 768 steps"
	chargedEGNN    = "EGNN, trained as GMN-ODE"
	mirroredToo    = ", mirrored too"
	onwardNetwork  = regression.Network + ", trained on by gradients"
	namedLaw       = walkingLaw + ", joints named" + mirroredToo
)

// successors are rows by the protocols of later papers. None is told the velocity of a
// target.
func successors() []Row {
	charged := moreSteps
	charged.Name, charged.Turn = chargedLaw, first
	charged.Training.Epochs, charged.Training.Reverse = chargedEpochs, false
	baseline := egnn
	baseline.Name, baseline.Training = chargedEGNN, charged.Training
	formula := inFormula()
	rows := []Row{charged, baseline, finer(charged), formula, own(chargedOwn, formula), endingAtCore(formula)}
	rows = append(rows, onSkeletons(asTree(learned(law("GMN-ODE"))))...)
	rows = append(rows, treed(regressed(regression.KernelBars))...)
	both := onSkeletons(named(asTree(learned(law("GMN-ODE")))))[0]
	both.Training.Epochs, both.Training.EMA = skeletonEpochs/2, averageDecay // of twice the samples
	return append(rows, mirroring(asTree(network())), mirroring(asTree(onward())), mirroring(both))
}

// onward is the RBF network of closed form, whose weights gradients then train.
func onward() Row {
	row := Row{Name: onwardNetwork, Fitted: true, Training: law("").Training, Turn: first}
	row.Joints = true
	row.Model = builder.Config{Model: "rbf", Form: builder.Published, Layers: regression.Rounds}
	for i := range 31 {
		row.Model.NodeFeatures = append(row.Model.NodeFeatures, jointName(i))
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

func jointName(i int) string { return fmt.Sprintf("joint%02d", i) }

// finer is a row with twice the steps, most of which are trained from fewer, and the mean
// of its weights. More epochs fit the training samples alone.
func finer(row Row) Row {
	row.Name, row.Model.Layers = chargedFiner, 4*lawSteps
	row.Training.Epochs, row.Training.Coarse, row.Training.EMA = chargedEpochs/3, []int{lawSteps, 2 * lawSteps}, averageDecay
	return row
}

// inFormula is a force q q A / r^n between all pairs, whose A and n are fitted from 1 and
// then trained.
func inFormula() Row {
	row := law(chargedFormula)
	row.Fitted, row.Finer = true, 32*lawSteps
	row.Model.Layers, row.Model.Messages, row.Model.Integrator = 2*lawSteps, builder.NoMessages, builder.RungeKutta4
	row.Model.Law = []builder.PairFormula{{Charges: true, Form: "power", Constants: map[string]float64{"A": 1, "n": 1}}}
	t := &row.Training
	t.Reverse, t.Epochs, t.ValidEvery, t.KeepLast, t.LearningRate, t.Clip, t.Loss = false, 1, 1, true, formulaRate, formulaClip, run.Cauchy
	return row
}

// endingAtCore is a row whose power ends at a core. Its steps and their method are better
// on validation samples of five charges than half as many by rk4.
func endingAtCore(row Row) Row {
	row.Name, row.Cored = chargedCore, true
	row.Model.Integrator, row.Finer = builder.Midpoint, 64*lawSteps
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

// onSuccessors are the columns, each for some of the rows.
func onSuccessors() []Column {
	walk := onMotion()[0]
	walk.Rows = []string{walkingLaw, regression.KernelBars, regression.Network + mirroredToo, onwardNetwork + mirroredToo, namedLaw}
	columns := []Column{
		{System: "five charges", TrainSize: 3000, Rows: []string{chargedLaw, chargedEGNN, chargedFiner, chargedFormula, chargedCore},
			Data: DataSet{Kind: fiveCharges, System: fiveCharges, Train: 3000, Valid: 2000, Test: 2000}},
		{System: "subject 9 run", TrainSize: 400, Rows: walk.Rows,
			Data: DataSet{Kind: running, System: running, Train: 400, Valid: 240, Test: 240}},
		walk,
	}
	return append(columns, freeCharges()...)
}

// freeCharges are columns of the systems of Cen et al. (NeurIPS 2024) and, the largest, of
// Zhang et al. (ICML 2024): charges without objects. Models of five are tested on all;
// few samples of each size train models of its own.
func freeCharges() []Column {
	const few, fewValid = 200, 100
	five := DataSet{Kind: nBody, System: "5,0,0", Train: 5000, Valid: otherSamples, Test: otherSamples}
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

// arraysNamed are the names under which the arrays of a data set are.
func arraysNamed(name string) []string { return []string{name + ".npz"} }

// chargesExtent is the extent of five charges.
func chargesExtent(DataSet) (particles, neighbours int) { return 5, 4 }

// readCharges reads the five charges, which are a data set already.
func readCharges(_ context.Context, d DataSet) (*datasets.Data, error) { return datasets.Read(d.File) }

// anyOf is an axis of any size.
func anyOf(name string) npz.Axis { return npz.Axis{Name: name, Size: -1} }

// runningArrays are recordings, one after the other, with the pairs of each split.
type runningArrays struct {
	trials  []system.Trajectory
	like    system.Sample
	names   []string // of node features
	origins map[string]datasets.Origin
}

// prepareRunning makes the pairs of the published split, with the skeleton as one tree.
func prepareRunning(_ context.Context, d DataSet) (*datasets.Data, error) {
	a := runningArrays{names: []string{"one"}}
	if err := npz.Open(d.File, a.read); err != nil {
		return nil, err
	}
	if d.Joints {
		a.nameJoints()
	}
	data := &datasets.Data{
		NodeFeatures: a.names, EdgeFeatures: []string{"hop"}, Origins: a.origins,
		About: datasets.About{
			Source: "motion capture, CMU's subject 9, running, trials and starts as published", Up: "y",
			LengthUnit: "ASF unit", VelocityUnit: "ASF unit a frame", Interval: fmt.Sprintf("%d frames", runSpan),
		},
	}
	for split, samples := range data.Splits() {
		origin := a.origins[split]
		each := len(origin.Starts) / len(origin.Cases)
		for i, start := range origin.Starts {
			number := origin.Cases[i/each]
			if number < 0 || number >= int64(len(a.trials)) {
				return nil, fmt.Errorf("%s: %s_case has %d, expected a trial from 0 to %d", d.File, split, number, len(a.trials)-1)
			}
			trial := a.trials[number]
			if start < 0 || int(start)+runSpan >= trial.Frames() {
				return nil, fmt.Errorf("%s: %s_starts has the frame %d of a recording of %d frames, and its target is %d frames later", d.File, split, start, trial.Frames(), runSpan)
			}
			*samples = append(*samples, trial.Pair(int(start), runSpan, a.like))
		}
	}
	if d.Mirrored {
		if err := addMirrored(data); err != nil {
			return nil, fmt.Errorf("%s: %w", d.File, err)
		}
	}
	return data, nil
}

// nameJoints gives each joint a feature of its own.
func (a *runningArrays) nameJoints() {
	joints := len(a.like.NodeFeatures)
	a.names, a.like.NodeFeatures = nil, make([]float32, joints*joints)
	for i := range joints {
		a.names = append(a.names, jointName(i))
		a.like.NodeFeatures[i*joints+i] = 1
	}
}

// read reads positions [frames, joints, 3], where each trial starts, bones [bones, 2] from
// child to parent, and cases and starts of each split.
func (a *runningArrays) read(archive *npz.Archive) error {
	positions, shape, err := archive.Doubles("positions", anyOf("frames"), anyOf("joints"), npz.Axis{Name: "axes", Size: 3})
	if err != nil {
		return err
	}
	begins, err := archive.Ints("start", anyOf("trials"))
	if err != nil {
		return err
	}
	if len(begins) < 2 {
		return archive.Errorf("start", "has %d numbers, expected the first frame of each trial and the number of all frames", len(begins))
	}
	frames, joints := int64(shape[0]), shape[1]
	for i := 1; i < len(begins); i++ {
		from, to := begins[i-1], begins[i]
		if from < 0 || from >= to || to > frames {
			return archive.Errorf("start", "of trial %d is of the frames %d to %d, expected an ascending range of %d", i-1, from, to, frames)
		}
		frame := int64(3 * joints)
		a.trials = append(a.trials, system.Trajectory{Particles: joints, Positions: positions[frame*from : frame*to]})
	}
	if a.like, err = skeletonOf(archive, joints); err != nil {
		return err
	}
	a.origins = map[string]datasets.Origin{}
	for _, split := range []string{"train", "valid", "test"} {
		cases, err := archive.Ints(split+"_case", anyOf("trials"))
		if err != nil {
			return err
		}
		starts, err := archive.Ints(split+"_starts", npz.Axis{Name: "trials", Size: len(cases)}, anyOf("pairs"))
		if err != nil {
			return err
		}
		if len(cases) == 0 {
			return archive.Errorf(split+"_case", "has no trial, expected at least one")
		}
		a.origins[split] = datasets.Origin{Cases: cases, Starts: starts}
	}
	return nil
}

// skeletonOf is a sample without positions: the bones as one tree, with two bones as the
// reach of edges.
func skeletonOf(archive *npz.Archive, joints int) (sample system.Sample, err error) {
	ends, err := archive.Ints("bones", anyOf("bones"), npz.Axis{Name: "ends", Size: 2})
	if err != nil {
		return sample, err
	}
	parents := make([]int64, joints)
	for i := range parents {
		parents[i] = -1
	}
	for ; len(ends) > 1; ends = ends[2:] {
		child, parent := int(ends[0]), int(ends[1])
		if min(child, parent) < 0 || max(child, parent) >= joints {
			return sample, archive.Errorf("bones", "has a bone from %d to %d, expected joints from 0 to %d", child, parent, joints-1)
		}
		parents[child] = ends[1]
		sample.Bonds = append(sample.Bonds, [2]int{parent, child})
	}
	sample.NodeFeatures = make([]float32, joints)
	for i := range sample.NodeFeatures {
		sample.NodeFeatures[i] = 1
	}
	sample.Neighbors, sample.EdgeFeatures = graph.TwoHop(joints, sample.Bonds)
	sample.Objects, err = system.Tree.Numbered(parents, func(_, format string, arguments ...any) error {
		return archive.Errorf("bones", strings.TrimPrefix(format, ", "), arguments...)
	})
	return sample, err
}
