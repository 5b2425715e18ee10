package artifact

import (
	"cmp"
	"slices"
	"strings"

	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/system"
)

// wording is what the lines of a certificate say of one model and no other.
type wording struct {
	// moving says which inputs move with the particles; "" of a model without others.
	moving string
	// lengths says which lengths stay.
	lengths string
}

// wordingOf is the wording for a model of that configuration.
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

// lengthsOf says which lengths stay, by what the training data had.
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

// sentence says of a promise what was compared.
func (w wording) sentence(promise string) string {
	if promise == verify.Lengths {
		return w.lengths
	}
	return cmp.Or(sentences[promise], promise)
}
