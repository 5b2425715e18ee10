package artifact

import (
	"cmp"
	"slices"
	"strings"

	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/system"
)

// wording holds those texts of a certificate that depend on the model.
type wording struct {
	// moving says which inputs move with the particles. It is "" for a model without such
	// inputs.
	moving string
	// lengths says which lengths stay constant.
	lengths string
}

// wordingOf returns the wording for a model with that configuration.
func wordingOf(config run.Config) wording {
	var moving []string
	for _, name := range config.Model.Fields {
		if f := system.FieldNamed(name); f != nil && f.IsGiven() && f.Turns != system.Scalar {
			moving = append(moving, strings.ReplaceAll(name, "_", " "))
		}
	}
	w := wording{lengths: sentences[verify.Lengths]}
	if len(moving) > 0 {
		w.moving = " (of the particles together with " + strings.Join(moving, ", ") + ")"
	}
	if config.Data != nil && config.Data.Ranges != nil {
		w.lengths = lengthsOf(config.Data.Ranges)
	}
	return w
}

// lengthsOf says which lengths stay constant, given what the training data contained.
func lengthsOf(ranges *system.Ranges) string {
	if ranges.Bar == nil {
		return sentences[verify.Lengths] + " (the training data had none)"
	}
	bodies, bars := false, false
	for _, s := range ranges.Structures {
		bodies = bodies || s.Bodies != nil
		bars = bars || s.Parents != nil || slices.ContainsFunc(s.Listed, func(count int) bool { return count > 0 })
	}
	switch {
	case bodies && bars:
		return "rigid bars keep their lengths and rigid bodies the distances within them"
	case bodies:
		return "rigid bodies keep the distances within them"
	}
	return sentences[verify.Lengths]
}

// sentence says what was compared for a promise.
func (w wording) sentence(promise string) string {
	if promise == verify.Lengths {
		return w.lengths
	}
	return cmp.Or(sentences[promise], promise)
}
