package protocol

import (
	"fmt"

	"gmnc/experiments/reproduce/corpus"
)

// RobotJoints is the number of joints of the robot in the logs.
const RobotJoints = 6

// RobotFit finds a robot's constants in a log, instead of a training.
type RobotFit struct {
	// Learn lists the terms that are fitted; if it is nil, held-out parts of the log choose
	// them.
	Learn []string `json:"learn,omitempty"`
	// Half [s] is half of the width of the smoothing filter; if it is 0, it is estimated.
	Half float64 `json:"half,omitempty"`
}

// TorqueErrors holds root mean squares in N m, by joint.
type TorqueErrors struct {
	Torque [RobotJoints]float64 `json:"torque_errors,omitzero"`     // the error of the smoothed torque
	Raw    [RobotJoints]float64 `json:"raw_torque_errors,omitzero"` // the error of the torque as it was measured
	Noise  [RobotJoints]float64 `json:"torque_noise,omitzero"`      // the noise of the measured torque
	Size   [RobotJoints]float64 `json:"torque_sizes,omitzero"`      // the size of the torque itself
}

// robotError is the metric for a log of a motion other than the fitted one.
var robotError = Metric{Name: "squared error of torques over their mean squares", Scale: 1, Of: func(e Errors) float64 { return e.Mean }, Squares: "squared error", SquareScale: 1,
	More: append(TorqueNames(), certainty.More...), Robots: true}

// TorqueNames returns the columns of a CSV file for torques.
func TorqueNames() (names []string) {
	for j := range RobotJoints {
		names = append(names, fmt.Sprintf("torque_error_%d", j+1), fmt.Sprintf("raw_torque_error_%d", j+1), fmt.Sprintf("torque_noise_%d", j+1), fmt.Sprintf("torque_size_%d", j+1))
	}
	return names
}

// columns returns the torques by their names in a CSV file.
func (t *TorqueErrors) columns() map[string]*float64 {
	all := map[string]*float64{}
	names := TorqueNames()
	for j := range RobotJoints {
		for i, value := range []*float64{&t.Torque[j], &t.Raw[j], &t.Noise[j], &t.Size[j]} {
			all[names[4*j+i]] = value
		}
	}
	return all
}

// These are the rows of the table: the default, with the peer's filter, and with the peer's
// filter and friction.
const (
	chosenTerms   = "all by default"
	peersFilter   = "with the peer's filter"
	BasicFriction = "with the peer's filter and friction"
	PeersHalf     = 0.075 // in s
)

func robotRows() []Row {
	return []Row{
		{Name: chosenTerms, Robot: &RobotFit{}},
		{Name: peersFilter, Robot: &RobotFit{Half: PeersHalf}},
		{Name: BasicFriction, Robot: &RobotFit{Learn: []string{"inertia", "rotor", "viscous", "coulomb"}, Half: PeersHalf}},
	}
}

// OnRobots returns columns for logs of an arm, fitted to one of them, and for two simulated
// twins.
func OnRobots() (columns []Column) {
	fitted := &corpus.DataSet{Kind: corpus.RobotLog, System: "train"}
	for _, log := range []string{"test", "valid"} {
		columns = append(columns, Column{System: "UR10e " + log, Trained: fitted, Data: corpus.DataSet{Kind: corpus.RobotLog, System: log}})
	}
	for _, twin := range []string{"twin", "twin_memory"} {
		columns = append(columns, Column{System: twin, Data: corpus.DataSet{Kind: corpus.RobotLog, System: twin}, Rows: []string{chosenTerms}})
	}
	return columns
}
