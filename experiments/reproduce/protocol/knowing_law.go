package protocol

import (
	"fmt"

	"gmnc/experiments/reproduce/corpus"
)

// Sought is what a column looks for in the law of a model.
type Sought struct {
	Name string `json:"-"` // for people
	// Constant is a name among the law's constants, noForce, forceCount or errorRatio.
	Constant string `json:"constant"`
	// Charges looks in the force that is times both charges.
	Charges bool `json:"charges,omitempty"`
	// Truth is the value that made the data, and Off how far the found one may be off.
	Truth float64 `json:"-"`
	Off   float64 `json:"-"`
}

// NoForce is sought in data without one: 0 where validation samples are predicted as well
// without what a network has learned, and 1 elsewhere.
const NoForce = "force beyond noise"

// ErrorRatio is sought of formulas: their squared error of test samples over the error of
// the network that they were found in.
const ErrorRatio = "error over the network's"

// ForceCount is sought of formulas: how many forces act.
const ForceCount = "number of forces"

// onLaws are the columns of laws.
func onLaws() (columns []Column) {
	add := func(system string, size int, data corpus.DataSet, row string, all ...Sought) {
		for _, s := range all {
			columns = append(columns, Column{System: fmt.Sprintf("%s, %s", system, s.Name), TrainSize: size, Data: data, Rows: []string{row}, Sought: &s})
		}
	}
	within := func(name, constant string, truth, off float64) Sought {
		return Sought{Name: name, Constant: constant, Truth: truth, Off: off}
	}
	ofCharges := func(s Sought) Sought { s.Charges = true; return s }
	add(MainSystem, 500, simulated(MainSystem), mainFormulas, within("number of forces", ForceCount, 1, 0),
		ofCharges(within("exponent", "n", 2, 0.05)), ofCharges(within("coefficient", "A", 1, 0.03)), within(ErrorRatio, ErrorRatio, 0, 1))
	add("coupled3", 400, corpus.DataSet{Kind: corpus.Mechanics, System: "coupled3", Train: 800, Valid: 100, Test: 100}, springLaw,
		within("stiffness", "k", 10, 0.1), within("rest length", "l", 1, 0.01))
	add("argon", 30, corpus.DataSet{Kind: corpus.Argon, System: corpus.Argon, Train: 40, Valid: 20, Test: 20}, argonFormulas,
		within("epsilon", "epsilon", corpus.ArgonEpsilon, 0.02*corpus.ArgonEpsilon), within("sigma", "sigma", corpus.ArgonSigma, 0.02*corpus.ArgonSigma))
	add(corpus.Tosses, 262, onContact()[0].Data, contactLaw, within("friction", "friction", 0.18, 0.03))
	add("without charges", 200, corpus.DataSet{Kind: corpus.NBodyNeutral, System: MainSystem, Train: 200, Valid: 300, Test: 100}, neutralLaw, within(NoForce, NoForce, 0, 0))
	return columns
}

// FoundConstant is a constant of a law with its standard error, 0 where none is known.
type FoundConstant struct {
	// Found is 0 of a constant that the law does not have.
	Found         float64 `json:"found,omitempty"`
	StandardError float64 `json:"standard_error,omitempty"`
}
