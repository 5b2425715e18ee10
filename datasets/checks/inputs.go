package checks

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gmnc/datasets"
	"gmnc/system"
)

// knownTarget finds targets that are the inputs plus the velocities times a single time.
func knownTarget(s *subject) result {
	if !s.straight {
		return result{}
	}
	missed := math.Sqrt(datasets.Missed(s.train, s.time) / datasets.Missed(s.train, 0))
	return measure(1/missed, s.time, missed)
}

// targetsAreInputs finds targets that equal the inputs: positions, or velocities of systems
// that do not move at constant velocity.
func targetsAreInputs(s *subject) result {
	positions, velocities := len(s.train) > 0, len(s.train) > 0
	for k := range s.train {
		sample := &s.train[k]
		positions = positions && slices.Equal(sample.TargetPosition, sample.Position)
		velocities = velocities && slices.Equal(sample.TargetVelocity, sample.Velocity)
	}
	switch {
	case positions:
		return measure(1, "xT is x0", len(s.train), "")
	case velocities && knownTarget(s).size <= exactLine:
		return measure(1, "vT is v0", len(s.train), ", which do not go straight on")
	}
	return result{}
}

// charges finds charges in a unit in which they are far too small or far too large for
// networks.
func charges(s *subject) result {
	_, most := sizes(s.train, system.Charge)
	if most == 0 {
		return result{}
	}
	return measure(factorOf(most), most)
}

// unread finds quantities of the data that act on something but that the model does not take.
func unread(s *subject) result {
	var names []string
	for _, f := range s.model.Unread {
		if !slices.Contains(s.idle, f) {
			names = append(names, f.Array())
		}
	}
	return measure(float64(len(names)), strings.Join(names, ", "), are(len(names)), s.model.Name)
}

// otherModels says which models may read more than the one that is chosen.
func otherModels(s *subject) string {
	if strings.HasSuffix(s.model.Name, " rk4") {
		return "take a model that reads them, "
	}
	return "take a model that reads them, or of gmn-ode another integrator, such as rk4, "
}

// unreadEnergies finds forces and energies, which only registered models read.
func unreadEnergies(s *subject) result {
	if s.data.First().Potential == nil || s.model.Potential {
		return result{}
	}
	return measure(1)
}

func are(count int) string {
	if count == 1 {
		return "is"
	}
	return "are"
}

func moves(count int) string {
	if count == 1 {
		return "never moves"
	}
	return "never move"
}

func plural(name string, count int) string {
	if count == 1 {
		return name
	}
	return name + "s"
}

// join returns a list of the numbers, or of the first few if there are many.
func join(numbers []int) string {
	const most = 8
	var texts []string
	for _, n := range numbers[:min(most, len(numbers))] {
		texts = append(texts, fmt.Sprint(n))
	}
	if len(numbers) > most {
		texts = append(texts, "...")
	}
	return strings.Join(texts, ", ")
}
