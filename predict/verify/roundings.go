package verify

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gmnc/system"
)

// If the predictions for a system change by more than the tolerance when its inputs are
// rounded, larger differences are allowed: roundingFactor times the largest change by any of
// the roundings.
const (
	roundings      = 4
	rounding       = 1.0 / (1 << 22)
	roundingFactor = 32
)

// mostOwn is the largest difference that roundings excuse on true training inputs. A file with
// larger differences is of no use, and a model that is trained again with shorter steps does
// not have them.
const mostOwn = 0.05

// Excused says for which systems larger differences are allowed, and how much larger they may
// be.
var Excused = fmt.Sprintf("Where rounding changes the outputs of the model itself, in the system or in a training input, the system may be off by %d times that change, if this is more. Training inputs may be off by %g at most. The change is measured by %d random roundings of the inputs (by up to %.2g of each number), and by float32 against float64.",
	roundingFactor, mostOwn, roundings, rounding)

// mostSquared is the largest number whose square, added up over the axes, float32 can hold. If
// a model predicts more, files may have infinities or NaN.
const mostSquared = 1e19

// explained returns a difference of an output of a system in terms of what roundings change;
// entry is the output's largest entry. Roundings of the system's inputs come first, then those
// within the trusted model compared with its twin, then those of the user's own systems. It
// stops as soon as they explain the difference.
func (m Trusted) explained(difference float64, sample system.Sample, output string, entry float64) float64 {
	if m.Predictor == nil || difference > mostOwn && m.isOwn(sample) {
		return difference
	}
	left, most := difference, Tolerance
	for stage, changes := range []func(system.Sample, string, float64) float64{m.rounded, m.noise, m.shown} {
		at := measuredAt{stage, output, &sample.Position[0]}
		if stage == ofOwn {
			at.position = nil // it is the same for all systems
		}
		change, known := m.measured[at]
		if !known {
			change = changes(sample, output, entry)
		}
		if m.measured != nil {
			m.measured[at] = change
		}
		most = max(most, change)
		if left = difference / (most / Tolerance); left <= Tolerance {
			break
		}
	}
	return left
}

// ofOwn is the last stage of explained.
const ofOwn = 2

// isOwn reports whether a sample is one of the user's own systems.
func (m Trusted) isOwn(sample system.Sample) bool {
	return slices.ContainsFunc(m.own, func(own system.Sample) bool { return &own.Position[0] == &sample.Position[0] })
}

// measuredAt is the key of a measurement of roundings: the stage, the output, and the system by
// its positions. A system that appears again in other batches is thereby measured once.
type measuredAt struct {
	stage    int
	output   string
	position *float32
}

// rounded returns roundingFactor times the largest change of an output of the trusted model
// when the system's inputs are rounded.
func (m Trusted) rounded(sample system.Sample, output string, entry float64) (largest float64) {
	source := rand.New(rand.NewPCG(1, 2))
	rounded := []system.Sample{sample}
	for range roundings {
		other := sample
		for _, f := range []*system.Field{system.Position, system.Velocity} {
			values := slices.Clone(f.Of(&sample))
			for i := range values {
				values[i] *= float32(1 + rounding*(2*source.Float64()-1))
			}
			f.Set(&other, values)
		}
		rounded = append(rounded, other)
	}
	outputs, err := m.Outputs(rounded)
	if err != nil {
		return 0
	}
	all := slices.Collect(slices.Chunk(outputs[output], max(1, len(outputs[output])/len(rounded))))
	for _, values := range all[1:] {
		if change := relative(all[0], values, entry); change <= math.MaxFloat64 {
			largest = max(largest, roundingFactor*change)
		}
	}
	return largest
}

// noise returns roundingFactor times the difference between the trusted model and its twin in
// an output of a system.
func (m Trusted) noise(sample system.Sample, output string, entry float64) float64 {
	if m.Twin == nil {
		return 0
	}
	one, err := m.Outputs([]system.Sample{sample})
	if err != nil {
		return 0
	}
	other, err := m.Twin.Outputs([]system.Sample{sample})
	if err != nil {
		return 0
	}
	if apart := relative(one[output], other[output], entry); apart <= math.MaxFloat64 {
		return roundingFactor * apart
	}
	return 0
}

// WithOwn returns the model with the user's own systems, as far as they are known. Other
// systems are then allowed at least the differences that roundings cause in these.
func (m Trusted) WithOwn(samples []system.Sample) Trusted {
	m.own, m.measured = samples, map[measuredAt]float64{}
	return m
}

// shown returns the largest difference that roundings allow an output of the user's own
// systems.
func (m Trusted) shown(_ system.Sample, output string, _ float64) (most float64) {
	for _, sample := range m.own {
		outputs, err := m.Outputs([]system.Sample{sample})
		if err != nil {
			continue
		}
		entry := entryOf(output, outputs, []system.Sample{sample})
		most = max(most, m.rounded(sample, output, entry), m.noise(sample, output, entry))
	}
	return most
}

// allowed returns a finding on the changed length of a bar in terms of what roundings explain:
// roundingFactor times the change in the trusted model or its twin. The more exact of the two
// must keep the length.
func (m Trusted) allowed(f Finding, sample *system.Sample, bar [2]int) Finding {
	if m.Predictor == nil || m.Twin == nil {
		return f
	}
	least, most := math.Inf(1), 0.0
	for _, by := range []outputting{m.Predictor, m.Twin} {
		outputs, err := by.Outputs([]system.Sample{*sample})
		if err != nil {
			return f
		}
		change := lengthChange(*sample, outputs[system.Position.Name], bar)
		least, most = min(least, change), max(most, change)
	}
	if !(least <= f.Allowed && most <= math.MaxFloat64) {
		return f
	}
	raw := f.Largest
	if f.Largest /= max(1, roundingFactor*most/f.Allowed); f.Holds() {
		f.magnifies(raw, sample, f.Where)
		f.Largest = 0
	}
	return f
}

// onOwn returns the finding with raw as its difference on true inputs, if the group has these.
func (f Finding) onOwn(group Group, raw float64) Finding {
	if group.Own {
		f.Own = raw
	}
	return f
}
