package graph

import (
	"fmt"
	"slices"
	"strings"

	"gmnc/ir"
)

// Limit is a bound that keeps a law of motion from diverging.
type Limit string

// These are the limits of GMN-ODE, and of every model with ComponentClamp.
const (
	ComponentLimit Limit = "component"
	ForceLimit     Limit = "force"
	TurnLimit      Limit = "turn"
	DampingLimit   Limit = "damping"
	StopLimit      Limit = "stop"
)

// limitTable has a row for each limit. The text says where the limit acts, and what to do about
// it.
var limitTable = []struct {
	limit Limit
	doc   string
}{
	{ComponentLimit, "a component of a force came to its largest value, so that the prediction does not turn with its system"},
	{ForceLimit, "a force came near its largest value"},
	{TurnLimit, fmt.Sprintf("a rigid object turned by more than %g radians in a step: take more steps", MostTurn/2)},
	{DampingLimit, "damping took the whole speed in a step: take more steps"},
	{StopLimit, "stops of joints took a step in place of a shorter time: take more steps"},
}

// Limits holds the limits of the table.
var Limits = func() (all []Limit) {
	for _, row := range limitTable {
		all = append(all, row.limit)
	}
	return all
}()

// Doc says where the limit acts, and what to do about it.
func (l Limit) Doc() string { return limitTable[slices.Index(Limits, l)].doc }

// Acting returns a module with the weights of the model and an output [particles,1] for each
// limit that can act, named after the limit. The output is positive for a particle on which the
// limit acts in some step. A smooth limit counts as acting from half of its bound on, where it
// changes a value by 1.5 %. If predictions is true, the module also has the model's outputs. It
// is nil if the model has no such limits. writeModel writes the model's layers.
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

// actions holds values [particles,1] that are positive where a limit acts.
type actions map[Limit][]*ir.Value

// NoteLimit records where a limit acts, if the model is written to report it.
func (n *Networks) NoteLimit(limit Limit, where func() *ir.Value) {
	if n.actions != nil {
		n.actions[limit] = append(n.actions[limit], where())
	}
}

// CountWithin writes a part of the model whose limits count only where the mask [particles,1]
// is 1.
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

// outputActions adds an output for each limit with the sum of what was recorded.
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

// noteActions records the results of a function that say where limits act, and returns the
// others.
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

// ActingLimits returns those of the outputs of Acting that belong to limits.
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

// MostTurn is the largest rotation of a bar in a step, in radians.
const MostTurn = 1.5

// SoftlyBounded bounds the length of vectors smoothly: v / (1 + (|v|/most)^4)^(1/4)
// is 1.5 % shorter than v where |v| is half of most, and less below.
func (n *Networks) SoftlyBounded(limit Limit, v *ir.Value, most float64) *ir.Value {
	n.NoteLimit(limit, func() *ir.Value { return n.Greater(n.Inner(v, v), n.Scalar(most*most/4)) })
	square := n.Mul(n.Inner(v, v), n.Scalar(1/(most*most)))
	return n.Div(v, n.Sqrt(n.Sqrt(n.Add(n.Scalar(1), n.Square(square)))))
}

// Bounded shortens vectors to at most a length. Shorter vectors stay as they are.
func (n *Networks) Bounded(limit Limit, v *ir.Value, most float64) *ir.Value {
	n.NoteLimit(limit, func() *ir.Value { return n.Greater(n.Inner(v, v), n.Scalar(most*most)) })
	long := n.Maximum(n.Mul(n.Inner(v, v), n.Scalar(1/(most*most))), n.Scalar(1))
	return n.Div(v, n.Sqrt(long))
}
