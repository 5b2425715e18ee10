package reproduce

import (
	"slices"

	"gmnc/builder"
	"gmnc/train"
)

// Samples of the simulated data sets: training samples, of which tables use
// the first 500 or all, and those of validation and test.
const (
	trainSamples = 1500
	otherSamples = 2000
)

// The systems of the paper's table 1, and of its complete one.
var (
	mainSystems = []string{"1,2,0", "2,0,1", "3,2,1", "0,10,0", "5,3,3"}
	allSystems  = []string{"1,2,0", "2,0,1", "2,4,0", "0,5,0", "7,0,1", "1,0,3", "3,2,1", "4,8,0", "0,10,0", "8,0,4", "2,0,6", "5,3,3"}
)

func simulated(system string) DataSet {
	return DataSet{Kind: "n-body", System: system, Train: trainSamples, Valid: otherSamples, Test: otherSamples}
}

// onSystems are columns for each system, of each training size.
func onSystems(systems []string, sizes ...int) []Column {
	var columns []Column
	for _, size := range sizes {
		for _, system := range systems {
			columns = append(columns, Column{System: system, TrainSize: size, Data: simulated(system)})
		}
	}
	return columns
}

// model is a row for a model with the paper's options.
func model(name, as string) Row {
	config := builder.DefaultConfig()
	config.Model = as
	return Row{Name: name, Model: config, Choices: []train.Options{train.DefaultOptions()}}
}

// regularized is a row for a model that trains with the constraint term,
// whose weight validation chooses from the ends of the paper's range.
func regularized(name, as string) Row {
	row := model(name, as)
	row.Choices = nil
	for _, lambda := range []float64{0.1, 0.01} {
		options := train.DefaultOptions()
		options.Lambda = lambda
		row.Choices = append(row.Choices, options)
	}
	return row
}

// tensorField is a row for a model that the paper trains with options of
// its own.
func tensorField(name, as string) Row {
	row := model(name, as)
	row.Choices[0].Batch, row.Choices[0].LearningRate, row.Choices[0].WeightDecay = 100, 1e-3, 1e-8
	return row
}

var (
	linear  = model("Linear", "linear")
	gnn     = model("GNN", "gnn")
	tfn     = tensorField("TFN", "tfn")
	se3     = tensorField("SE(3)-Tr.", "se3-transformer")
	rf      = model("RF", "rf")
	egnn    = model("EGNN", "egnn")
	egnnReg = regularized("EGNNReg", "egnn-reg")
	gmn     = model("GMN", "gmn")
	gmnL    = model("GMN-L", "gmn-l")
	gmnLReg = regularized("GMN-LReg", "gmn-l-reg")
)

// Tables are all tables and figures, in the paper's order.
var Tables = []Table{
	{
		Name: "sota", Title: "prediction error on simulated systems (Table 1)", Metric: positionError,
		Rows: []Row{linear, gnn, tfn, se3, rf, egnn, egnnReg, gmn}, Columns: onSystems(mainSystems, 500, 1500), Figure: agreement,
	},
	{
		Name: "generalization", Title: "trained on (3,2,1), tested on other systems", Metric: positionError,
		Rows: []Row{gnn, egnn, egnnReg, gmn, own("GMN-Original", gmn)}, Columns: transfer("3,2,1", "2,4,0", "1,0,3"), Figure: agreement,
	},
	{
		Name: "full", Title: "prediction error on twelve simulated systems", Metric: positionError,
		Rows: []Row{gmn, egnn, egnnReg, gnn, tfn, se3, rf, linear}, Columns: onSystems(allSystems, 500), Figure: agreement,
	},
	{
		Name: "constraint", Title: "change of lengths on simulated systems", Metric: constraintError,
		Rows: []Row{gnn, egnn, egnnReg, gmn}, Columns: onSystems(mainSystems, 500, 1500), Figure: agreement,
	},
	{
		Name: "learnable", Title: "learnable forward kinematics", Metric: positionError,
		Rows: []Row{egnn, egnnReg, gmnL, gmnLReg, gmn}, Columns: onSystems(mainSystems, 500, 1500), Figure: agreement,
	},
	{
		Name: "data-efficiency", Title: "prediction error on (3,2,1) over training samples (figure)", Metric: positionError,
		Rows: []Row{gnn, egnn, egnnReg, gmn}, Columns: manySamples(100, 200, 500, 1000, 1500, 2000, 3000), Figure: overSizes,
	},
	{
		Name: "learning-curve", Title: "validation error on (3,2,1) over the training (figure)", Metric: positionError,
		Rows: []Row{egnn, egnnReg, gmn}, Columns: onSystems([]string{"3,2,1"}, 500), Figure: overEpochs,
	},
}

// own is a row trained on the system that it is tested on.
func own(name string, row Row) Row {
	row.Name, row.Own = name, true
	return row
}

// transfer are columns for models trained on the first system and tested on
// each, and for the average.
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

// manySamples are columns for (3,2,1) with up to as many training samples as
// the largest size.
func manySamples(sizes ...int) []Column {
	columns := onSystems([]string{"3,2,1"}, sizes...)
	for i := range columns {
		columns[i].Data.Train = slices.Max(sizes)
	}
	return columns
}
