package verify

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gmnc/builder/config"
	"gmnc/predict"
	"gmnc/system"
)

// Sampled is the promise that a runtime gives the numbers that the embedded runtime computes
// from the model's weights, on systems like the training's.
const Sampled = "agreement with the native engine" + LikeTraining

// LikeTraining ends the names of promises that were measured on systems like the training's.
const LikeTraining = " on systems like the training's"

// Trusted is a model rebuilt from its weights, with which files are compared. Without a
// predictor, a file is compared with itself.
type Trusted struct {
	predict.Predictor
	// Promise is what Agree measures; "" stands for Sampled.
	Promise string
	// References holds the model's outputs for the groups of Agree; if it is nil, they are
	// computed.
	References []Outputs
	// Twin is the same model computed in another precision. The difference between the two
	// shows what roundings within the model change. It may be nil.
	Twin predict.Predictor
	// Limited says for which systems equivariance is not promised; nil stands for none.
	Limited Limited

	own      []system.Sample // given to WithOwn
	measured map[measuredAt]float64
}

// of returns the model's outputs for a group, which has the given index.
func (m Trusted) of(number int, group Group) (Outputs, error) {
	if m.References != nil {
		return m.References[number], nil
	}
	return m.Outputs(group.Samples)
}

// Agree compares a candidate with a trusted model, system by system. Each output may differ by
// Tolerance of its largest entry in the system, or by what rounding of the system's inputs
// changes in the trusted model.
func (m Trusted) Agree(groups []Group, candidate predict.Predictor) (r Report) {
	for i, group := range groups {
		want, err := m.of(i, group)
		if err != nil {
			r.breaks(fmt.Errorf("%s, reference: %w", group.Name, err))
			continue
		}
		got, err := candidate.Outputs(group.Samples)
		if err != nil {
			r.breaks(fmt.Errorf("%s: %w", group.Name, err))
			continue
		}
		r.Add(m.worst(cmp.Or(m.Promise, Sampled), group, group.Samples, want, got))
	}
	return r.Worst()
}

// Moves measures whether predictions for the systems of the groups move as the model promises,
// and whether bars keep their lengths.
func (m Trusted) Moves(promised config.Description, groups []Group, random *rand.Rand, candidate predict.Predictor) (r Report) {
	for _, group := range groups {
		still, err := candidate.Outputs(group.Samples)
		if err != nil {
			r.breaks(fmt.Errorf("%s: %w", group.Name, err))
			continue
		}
		for _, motion := range motionsOf(group, random) {
			if !motion.Among(promised.Symmetry) || !group.keeps(motion) {
				continue
			}
			r.addMoved(m, group, motion, still, candidate)
		}
		if position := still[system.Position.Name]; promised.Rigid && position != nil {
			var longest Finding
			m.lengths(group, position, func(f Finding) {
				switch {
				case math.IsNaN(f.Largest): // the system is not finite, so this is no length
				case longest.Promise == "":
					longest = f
				default:
					longest = longest.With(f)
				}
			})
			if longest.Promise != "" {
				longest.Promise += LikeTraining
				r.Add(longest)
			}
		}
	}
	return r.Worst()
}

// addMoved measures one motion of a group.
func (r *Report) addMoved(m Trusted, group Group, motion Motion, still Outputs, candidate predict.Predictor) {
	moved := make([]system.Sample, len(group.Samples))
	for i, sample := range group.Samples {
		moved[i] = motion.Sample(sample)
	}
	got, err := candidate.Outputs(moved)
	if err != nil {
		r.breaks(fmt.Errorf("%s, %s: %w", motion.Name, group.Name, err))
		return
	}
	want := Outputs{}
	for _, output := range moves {
		if still[output.output] != nil {
			want[output.output] = output.each(group.Samples, still[output.output], motion)
		}
	}
	if got, err = m.Limited.leaveOut(group.Samples, moved, want, got); err != nil {
		r.breaks(err)
		return
	}
	r.Add(m.worst(motion.Name+LikeTraining, group, moved, want, got))
}

// worst returns the finding on the system of a group whose outputs differ most from the wanted
// ones, in terms of what is allowed for it.
func (m Trusted) worst(promise string, group Group, samples []system.Sample, want, got Outputs) Finding {
	f := Finding{Promise: promise, Allowed: Tolerance, Where: group.Name, Tried: group.Tried()}
	rows, start := 0, 0
	for _, sample := range samples {
		rows += sample.Particles()
	}
	for i, sample := range samples {
		n := sample.Particles()
		own := func(all Outputs) Outputs {
			of := Outputs{}
			for output := range want {
				of[output] = part(all[output], span{start, n, rows}, span{i, 1, len(samples)})
			}
			return of
		}
		wanted, found := own(want), own(got)
		overflows := unsquared(wanted)
		for _, output := range slices.Sorted(maps.Keys(want)) {
			entry := entryOf(output, wanted, samples[i:i+1])
			difference := relative(wanted[output], found[output], entry)
			if overflows && math.IsInf(difference, 1) && len(wanted[output]) == len(found[output]) {
				continue
			}
			raw := difference
			where := func() string {
				return fmt.Sprintf("%s of system %d, %s (it has: %s)", output, i, group.Name, strings.Join(system.MeasureRanges(samples[i:i+1], nil).Lines(), ", "))
			}
			if difference > Tolerance && f.Holds() { // one system is enough for a broken promise
				difference = m.explained(difference, sample, output, entry)
				if difference <= Tolerance {
					f.magnifies(raw, &group.Samples[i], where())
					difference = 0
				}
			}
			if !(difference <= f.Largest) {
				f.Largest, f.Where = difference, where()
			}
			if raw > f.Own {
				f = f.onOwn(group, raw)
			}
		}
		start += n
	}
	return f
}

// unsquared reports whether an output of a system has numbers whose squares are too large for
// float32.
func unsquared(outputs Outputs) bool {
	for values := range maps.Values(outputs) {
		if largestOf(values) > mostSquared {
			return true
		}
	}
	return false
}

// span is a range of rows: count of them from first on, out of all of them.
type span struct{ first, count, of int }

// part returns the numbers of an output that belong to a system: the rows of its particles or
// its own row, by the first of the spans that fits.
func part(values []float32, spans ...span) []float32 {
	for _, rows := range spans {
		if rows.of > 0 && len(values)%rows.of == 0 {
			width := len(values) / rows.of
			return values[rows.first*width : (rows.first+rows.count)*width]
		}
	}
	return values
}

// relative returns the largest difference divided by the given largest entry. It is infinite if
// only one of the two has a number that is not finite, and 0 if both have.
func relative(want, got []float32, scale float64) float64 {
	largest := largestOf(got)
	finite, gotFinite := scale <= math.MaxFloat32, largest <= math.MaxFloat32
	switch {
	case len(want) != len(got) || finite != gotFinite:
		return math.Inf(1)
	case !finite:
		return 0
	}
	difference := 0.0
	for i := range want {
		difference = max(difference, math.Abs(float64(got[i])-float64(want[i])))
	}
	return difference / max(scale, math.SmallestNonzeroFloat32)
}
