package pictures

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"gmnc/internal/rotation"
	"gmnc/plot"
	"gmnc/predict"
	"gmnc/system"
)

// Load is a load on a system from one frame to the next, in the unit of its field.
type Load struct {
	Field    string      `json:"field"`        // gravity, force, torque or thrust
	Particle int         `json:"particle"`     // that a force acts on; -1 of others
	At       *[3]float32 `json:"at,omitempty"` // the joint of a torque or thrust
	Along    [3]float32  `json:"along"`        // of a torque the axis, right-handed
}

// Loads returns the loads on a sample in its first frames, a row for each frame, or a single
// row if no load changes. Loads of 0 are left out.
func Loads(s *system.Sample, frames int) (rows [][]Load) {
	if s.Trajectory == nil || !slices.ContainsFunc(s.Trajectory.Given, func(v system.Values) bool {
		return slices.Contains([]*system.Field{system.Gravity, system.Force, system.Torque, system.Thrust}, v.Field)
	}) {
		frames = 1
	}
	acts := false
	for frame := range frames {
		position := predict.TruePosition(s, frame)
		if position == nil {
			break
		}
		now := s.InFrame(frame)
		now.Position = position
		rows = append(rows, loads(&now))
		acts = acts || len(rows[frame]) > 0
	}
	if !acts {
		return nil
	}
	return rows
}

// loadsOf returns the loads on a sample at its input, as pictures draw them.
func loadsOf(s *system.Sample) (all []plot.Load) {
	for _, row := range Loads(s, 1) {
		for _, load := range row {
			drawn := plot.Load{Kind: load.Field, At: load.At, Along: load.Along}
			if load.Particle >= 0 {
				drawn.At = &plot.Points(s.Position)[load.Particle]
			}
			all = append(all, drawn)
		}
	}
	return all
}

// loads returns the loads on a sample in its state.
func loads(s *system.Sample) (all []Load) {
	add := func(f *system.Field, particle int, at *[3]float32, along [3]float32) {
		if along != [3]float32{} {
			all = append(all, Load{f.Name, particle, at, along})
		}
	}
	if g := system.Gravity.Of(s); g != nil {
		add(system.Gravity, -1, nil, [3]float32(g))
	}
	if forces := system.Force.Of(s); forces != nil {
		for i, force := range plot.Points(forces) {
			add(system.Force, i, nil, force)
		}
	}
	if !s.Jointed() {
		return all
	}
	for _, about := range []struct{ load, axis *system.Field }{{system.Torque, system.TurnAxis}, {system.Thrust, system.SlideAxis}} {
		values, axes := about.load.Of(s), about.axis.Of(s)
		if values == nil || axes == nil {
			continue
		}
		for _, members := range s.Objects.Of(system.Body) {
			first := members[0]
			anchor, axis := jointNow(s, members, plot.Points(axes)[first])
			for k := range axis {
				axis[k] *= values[first]
			}
			add(about.load, -1, &anchor, axis)
		}
	}
	return all
}

// jointNow returns the anchor of a body's joint and an axis, both given at rest, in the present
// pose of the body. It applies the rotation that fits the body's particles best (Kabsch 1976).
func jointNow(s *system.Sample, members []int, axis [3]float32) (anchor, turned [3]float32) {
	rest, now := plot.Points(system.Rest.Of(s)), plot.Points(s.Position)
	var from, to [3]float64 // centers
	for _, i := range members {
		for k := range 3 {
			from[k] += float64(rest[i][k]) / float64(len(members))
			to[k] += float64(now[i][k]) / float64(len(members))
		}
	}
	products := mat.NewDense(3, 3, nil)
	for _, i := range members {
		for a := range 3 {
			for b := range 3 {
				products.Set(a, b, products.At(a, b)+(float64(now[i][a])-to[a])*(float64(rest[i][b])-from[b]))
			}
		}
	}
	turn := rotation.Nearest(products, true)
	at := plot.Points(system.JointAnchor.Of(s))[members[0]]
	for a := range 3 {
		moved := to[a]
		along := 0.0
		for b := range 3 {
			moved += turn.At(a, b) * (float64(at[b]) - from[b])
			along += turn.At(a, b) * float64(axis[b])
		}
		anchor[a], turned[a] = float32(moved), float32(along)
	}
	return anchor, turned
}
