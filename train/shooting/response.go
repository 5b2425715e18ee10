package shooting

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gmnc/internal/articulated"
	"gmnc/system"
	"gmnc/train/shooting/stretches"
)

const (
	// responding is the change of predictions, relative to the motion, with which derivatives
	// by candidates are taken. It may be off by the factor tooFar.
	responding = 1e-3
	tooFar     = 5
	// mostTries is the number of steps that are tried to find such a change. Predictions that
	// are linear in the factor need two.
	mostTries = 8
)

// responses returns the derivatives of predictions by the factors of all candidates, for each
// stretch.
func (f *fit) responses(motions []Motion, candidates []Candidate) (columns [][]stretches.Rows, err error) {
	if f.jointed() {
		return f.bodyResponses(motions, candidates)
	}
	for _, c := range candidates {
		for _, values := range c.Columns {
			column, err := f.response(motions, c.Field, values)
			if err != nil {
				return nil, err
			}
			columns = append(columns, column)
		}
	}
	return columns, nil
}

// bodyResponses is responses by the equations of joints.
func (f *fit) bodyResponses(motions []Motion, candidates []Candidate) ([][]stretches.Rows, error) {
	var columns [][]stretches.Rows
	for _, c := range candidates {
		for range c.Columns {
			columns = append(columns, make([]stretches.Rows, len(f.stretches)))
		}
	}
	f.each(func(i int) {
		s := &f.stretches[i]
		nominal := f.frameLoads(f.at, s)
		var acted []func(frame int) *articulated.ChainLoad
		for _, c := range candidates {
			for _, values := range c.Columns {
				own := *s
				own.Start = acting(s.Start, s.Records, c.Field, values(&motions[i]), 1)
				acted = append(acted, f.frameLoads(f.at, &own))
			}
		}
		by := func(frame int) (moves []*articulated.ChainLoad) {
			without := nominal(frame)
			for _, with := range acted {
				moves = append(moves, with(frame).Less(without))
			}
			return moves
		}
		for k, column := range f.along(i, s.Joints().Chain.NewTangent(len(columns)), by) {
			columns[k][i] = column
		}
	})
	return columns, f.ctx.Err()
}

// response returns the derivative of predictions by the factor of a field, for each stretch. It
// is nil for stretches that have none, and for all of them if none of mostTries steps changes
// predictions by about as much as derivatives need.
func (f *fit) response(motions []Motion, field *system.Field, values func(m *Motion) []float32) ([]stretches.Rows, error) {
	forced, acts := *f, make([][]float32, len(f.stretches))
	forced.stretches = slices.Clone(f.stretches)
	for i := range acts {
		acts[i] = values(&motions[i])
	}
	step, moving := 1., f.moving()
	for range mostTries {
		for i, s := range f.stretches {
			forced.stretches[i].Start = acting(s.Start, s.Records, field, acts[i], step)
		}
		ahead, err := forced.roll(f.at, f.offset)
		if err != nil {
			return nil, err
		}
		column := make([]stretches.Rows, len(ahead))
		for i := range column {
			if ahead[i] != nil && f.now[i] != nil {
				column[i] = f.stretches[i].Difference(ahead[i], f.now[i])
				floats.Scale(1/step, column[i])
			}
		}
		size := step * f.size(column)
		switch {
		case size == 0 || math.IsNaN(size) || moving == 0:
			return column, nil
		case size > tooFar*responding*moving || size < responding*moving/tooFar:
			step *= responding * moving / size
		default:
			return column, nil
		}
	}
	return make([]stretches.Rows, len(f.stretches)), nil
}

// acting returns a first state with more of a field in all frames. If the field is constant in
// the sample, the values are added to that constant.
func acting(start system.Sample, records [2][]float64, field *system.Field, values []float32, step float64) system.Sample {
	t := system.Trajectory{Particles: start.Particles(), Positions: records[0], Velocities: records[1]}
	same := field.Of(&start)
	all := make([]float32, len(values))
	for k := range all {
		if len(same) > 0 {
			all[k] = same[k%len(same)]
		}
	}
	if old := start.Trajectory; old != nil {
		for _, given := range old.Given {
			if given.Field == field {
				copy(all, given.Values)
			} else {
				t.Given = append(t.Given, given)
			}
		}
	}
	for k, value := range values {
		all[k] += float32(step * float64(value))
	}
	t.Given = append(t.Given, system.Values{Field: field, Values: all})
	return start.Along(&t)
}
