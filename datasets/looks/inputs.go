package looks

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gmnc/system"
)

// exactLine is the share of the way that straight lines miss where velocities are the
// velocities of the targets.
const exactLine = 1e-5

// knownTarget finds targets that are the inputs plus velocities times one time.
func knownTarget(s *seen) string {
	if !s.straight {
		return ""
	}
	var missed, way float64
	for k := range s.train {
		sample := &s.train[k]
		for i := range sample.Position {
			off := s.strayed(sample, i)
			moved := float64(sample.TargetPosition[i]) - float64(sample.Position[i])
			missed, way = missed+float64(off*off), way+float64(moved*moved)
		}
	}
	if way == 0 || missed > exactLine*exactLine*way {
		return ""
	}
	return fmt.Sprintf("all targets are x0 + v0 t with t = %.4g, to %.1g of the way", s.time, math.Sqrt(missed/way))
}

// targetsAreInputs finds targets that are the inputs: positions, or velocities of systems
// that do not go straight on.
func targetsAreInputs(s *seen) string {
	positions, velocities := len(s.train) > 0, len(s.train) > 0
	for k := range s.train {
		sample := &s.train[k]
		positions = positions && slices.Equal(sample.TargetPosition, sample.Position)
		velocities = velocities && slices.Equal(sample.TargetVelocity, sample.Velocity)
	}
	switch {
	case positions:
		return fmt.Sprintf("xT is x0 in all of %d training samples", len(s.train))
	case velocities && knownTarget(s) == "":
		return fmt.Sprintf("vT is v0 in all of %d training samples, which do not go straight on", len(s.train))
	}
	return ""
}

// mostCharge is how large the largest charge is at most, and by how much smaller than 1.
const mostCharge = 1e4

// charges finds charges in a unit in which their products are next to nothing, or far too
// large for networks.
func charges(s *seen) string {
	if _, most := sizes(s.train, system.Charge); apartBy(most, 1, mostCharge) {
		return fmt.Sprintf("the largest charge of training samples is %.3g, without its sign", most)
	}
	return ""
}

// unread finds what the data have and the model does not take, though it acts on something.
func unread(s *seen) string {
	var names []string
	first := s.data.First()
	if first.Potential != nil && !s.model.Potential {
		names = append(names, "forces", "energy")
	}
	for _, f := range s.model.Unread {
		if !slices.Contains(s.idle, f) {
			names = append(names, f.Array())
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("%s %s not read by %s", strings.Join(names, ", "), are(len(names)), "the model "+s.model.Name)
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

// join lists numbers, the first of them where they are many.
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
