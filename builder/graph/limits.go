package graph

import (
	"fmt"
	"strings"

	"gmnc/ir"
)

// Limit is what keeps a law of motion from running away.
type Limit string

// Limits of GMN-ODE, and of every model with ComponentClamp.
const (
	ComponentLimit Limit = "component"
	ForceLimit     Limit = "force"
	TurnLimit      Limit = "turn"
	DampingLimit   Limit = "damping"
	StopLimit      Limit = "stop"
)

// Limits are all of them.
var Limits = []Limit{ComponentLimit, ForceLimit, TurnLimit, DampingLimit, StopLimit}

// Doc says where the limit acted, and what to do.
func (l Limit) Doc() string {
	switch l {
	case ComponentLimit:
		return "a component of a force came to its largest value, so that the prediction does not turn with its system"
	case ForceLimit:
		return "a force came near its largest value"
	case TurnLimit:
		return fmt.Sprintf("something turned by more than %g radians in a step: take more steps", MostTurn/2)
	case StopLimit:
		return "stops of joints took a step in place of a shorter time: take more steps"
	default:
		return "damping took the whole speed in a step: take more steps"
	}
}

// Acting is a module with the weights of the model and an output for each limit of its
// law that can act, by the limit's name: [particles,1], above 0 where it acts on a
// particle in any of the steps. A smooth limit acts from half of what it allows, where it
// takes 1.5 %. With predictions it has the model's outputs, too. The module is nil where the
// model has no such limits. WriteModel is what writes the model's layers.
func (m *Model) Acting(predictions bool, writeModel func(w *Writer)) (*ir.Module, error) {
	if !m.Config.Watched() {
		return nil, nil
	}
	noted, c := false, m.Config
	if !predictions {
		c.Radius = nil
	}
	limits, err := build(c, c.InModelUnits(), false, func(w *Writer) {
		w.actions = actions{}
		sideBySide(writeModel)(w)
		if noted = len(w.actions) > 0; !noted {
			return
		}
		w.outputActions()
		if !predictions {
			w.model.Layers, w.Config.TrueVelocity = nil, false
		}
	}, (*Writer).lastOutputs)
	if err != nil || !noted {
		return nil, err
	}
	return limits.Module, nil
}

// actions are values that are above 0 where a limit acts: [particles,1].
type actions map[Limit][]*ir.Value

// NoteLimit notes where a limit acts, in a model that is written to know it.
func (n *Networks) NoteLimit(limit Limit, where func() *ir.Value) {
	if n.actions != nil {
		n.actions[limit] = append(n.actions[limit], where())
	}
}

// CountWithin writes a part of the model; its limits count only where the mask
// [particles,1] is 1.
func (n *Networks) CountWithin(mask func() *ir.Value, part func()) {
	before := n.actions
	if before != nil {
		n.actions = actions{}
	}
	part()
	inside := n.actions
	n.actions = before
	for _, limit := range Limits {
		for _, where := range inside[limit] {
			n.NoteLimit(limit, func() *ir.Value { return n.Mul(where, mask()) })
		}
	}
}

// actionPrefix begins the names of a function's outputs that say where limits act.
const actionPrefix = "limit_"

// outputActions has the sum of what was noted of each limit as an output.
func (n *Networks) outputActions() {
	for _, limit := range Limits {
		if noted := n.actions[limit]; len(noted) > 0 {
			sum := noted[0]
			for _, where := range noted[1:] {
				sum = n.Add(sum, where)
			}
			n.Output(actionPrefix+string(limit), sum)
		}
	}
}

// noteActions takes the results of a function that say where limits act from the others.
func (n *Networks) noteActions(f *ir.Func, results []*ir.Value) (others []*ir.Value) {
	for i, output := range f.Outputs {
		if name, isAction := strings.CutPrefix(output.Name, actionPrefix); isAction {
			n.NoteLimit(Limit(name), func() *ir.Value { return results[i] })
		} else {
			others = append(others, results[i])
		}
	}
	return others
}

// ActingLimits takes from outputs of Acting those that are of limits.
func ActingLimits(outputs map[string][]float32) map[Limit][]float32 {
	acting := map[Limit][]float32{}
	for _, limit := range Limits {
		if values, noted := outputs[actionPrefix+string(limit)]; noted {
			acting[limit] = values
			delete(outputs, actionPrefix+string(limit))
		}
	}
	return acting
}

// MostTurn is the most a bar turns in a step, in radians.
const MostTurn = 1.5

// SoftlyBounded bounds the length of vectors smoothly: v / (1 + (|v|/most)^4)^(1/4)
// is 1.5 % shorter than v where |v| is half of most, and less below.
func (n *Networks) SoftlyBounded(limit Limit, v *ir.Value, most float64) *ir.Value {
	n.NoteLimit(limit, func() *ir.Value { return n.Greater(n.Inner(v, v), n.Scalar(most*most/4)) })
	square := n.Mul(n.Inner(v, v), n.Scalar(1/(most*most)))
	return n.Div(v, n.Sqrt(n.Sqrt(n.Add(n.Scalar(1), n.Square(square)))))
}

// Bounded are vectors of at most a length, and those that are shorter as they are.
func (n *Networks) Bounded(limit Limit, v *ir.Value, most float64) *ir.Value {
	n.NoteLimit(limit, func() *ir.Value { return n.Greater(n.Inner(v, v), n.Scalar(most*most)) })
	long := n.Maximum(n.Mul(n.Inner(v, v), n.Scalar(1/(most*most))), n.Scalar(1))
	return n.Div(v, n.Sqrt(long))
}
