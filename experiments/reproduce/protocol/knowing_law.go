package protocol

import (
	"fmt"

	"gmnc/experiments/reproduce/corpus"
)

// Sought is what a column looks for in the law of a model.
type Sought struct {
	Name string `json:"-"` // the name for people
	// Constant is the name of a constant of the law, or NoForce, ForceCount or ErrorRatio.
	Constant string `json:"constant"`
	// Charges looks in the force that is multiplied by both charges.
	Charges bool `json:"charges,omitempty"`
	// Truth is the value that made the data, and Off is the allowed difference of the found
	// one.
	Truth float64 `json:"-"`
	Off   float64 `json:"-"`
}

// NoForce is sought in data without a force. It is 0 if validation samples are predicted as
// well without what a network has learned, and 1 otherwise.
const NoForce = "force beyond noise"

// ErrorRatio is sought for formulas: their squared error on test samples divided by that of the
// network in which they were found.
const ErrorRatio = "error over the network's"

// ForceCount is sought for formulas: the number of forces.
const ForceCount = "number of forces"

// onLaws returns the columns of laws.
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

// FoundConstant is a constant of a law with its standard error, which is 0 if it is not known.
type FoundConstant struct {
	// Found is 0 if the law does not have the constant.
	Found         float64 `json:"found,omitempty"`
	StandardError float64 `json:"standard_error,omitempty"`
}
