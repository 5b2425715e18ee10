package residual

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gmnc/internal/identify"
	"gmnc/internal/uncertainty"
	"gmnc/internal/units"
	"gmnc/system"
	"gmnc/train/shooting"
	"gmnc/train/shooting/states"
)

const (
	// surely is the least square of a named suspect's distance from 0, in standard deviations.
	surely = 30
	// more is the least gain of each factor after the first.
	more = 10
	// matters is the least change of motions by a suspect that is named.
	matters = 2e-3
	// ofExcess is the least share that a named suspect explains of what noise does not.
	ofExcess = 0.3
	// asGood is the share of the best suspect's gain above which another suspect is named, too.
	asGood = 0.97
)

// Verdict says whether a fit fits.
type Verdict struct {
	shooting.Left // the residual of the channel that the fit fits worst
	// Suspects says in words on what the residual depends. It is empty if it depends on nothing
	// that was tested.
	Suspects []string
	// Finer names the options of a training that takes finer time steps.
	Finer string
	// Epochs reports whether the weights are those of the last epochs, which may be far from the
	// minimum, and not those of a fit.
	Epochs bool
	// Measured reports whether recordings begin in their measured states, whose noise is then part of
	// the residual.
	Measured bool
}

// Judge judges whether a fit fits recordings of systems like one. forced is the Roll of the law
// with forces, thrusts and torques in addition to its own, or nil if the law takes none. The names
// of particles may be nil.
func Judge(ctx context.Context, fit *shooting.Fit, forced shooting.Roll, like *system.Sample, particles []string) (*Verdict, error) {
	v := &Verdict{Measured: !fit.Free}
	for i, left := range fit.Left() {
		if i == 0 || worse(left, v.Left) {
			v.Left = left
		}
	}
	if forced == nil || !fit.Free {
		return v, nil
	}
	all := suspects(like, states.JointsOf(like), particles)
	var candidates []shooting.Candidate
	for i := range all {
		candidates = append(candidates, all[i].Candidate)
	}
	scores, err := fit.Score(ctx, forced, candidates)
	if err != nil {
		return nil, err
	}
	v.Suspects = named(all, scores, v.Noise, v.Fit)
	return v, nil
}

// worse reports whether the residual of one channel is worse than that of another. A residual above
// the noise that time steps do not explain is worse than any other. If both or neither are such
// residuals, worse compares their ratios to the noise, or to the upper bound of the noise if a
// residual exceeds that.
func worse(one, other shooting.Left) bool {
	if misses := one.Misses(); misses != other.Misses() {
		return misses
	}
	switch a, b := one.Times(), other.Times(); {
	case a != b:
		return a > b
	case one.Rate != other.Rate:
		return other.Rate
	}
	return one.Fit > other.Fit
}

// named returns, in words, the suspects that explain most of what noise does not.
func named(all []suspect, scores []shooting.Score, noise, left float64) (names []string) {
	excess := 1.
	if noise > 0 && left > 0 {
		excess = max(1-float64(noise/left*(noise/left)), 0)
	}
	worth := func(i int) float64 { return scores[i].Gain - float64(more*(len(scores[i].Factors)-1)) }
	likeliest := func(i int) bool {
		s := &scores[i]
		return min(s.Squared, squared(s, all[i].own)) >= surely && worth(i) > 0 && s.Size >= matters && s.Share >= ofExcess*excess
	}
	best := -1
	for i := range scores {
		if likeliest(i) && (best < 0 || worth(i) > worth(best)) {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	names = []string{all[best].words(&scores[best])}
	for i := range scores {
		if i != best && likeliest(i) && worth(i) >= asGood*worth(best) {
			if text := all[i].words(&scores[i]); !slices.Contains(names, text) {
				names = append(names, text)
			}
		}
	}
	return names
}

// squared returns the square of the distance of the first own factors from 0, in standard
// deviations. If own is 0, it takes all factors.
func squared(s *shooting.Score, own int) (sum float64) {
	if own == 0 {
		own = len(s.Factors)
	}
	for k := range own {
		by := s.Factors[k] / s.Deviations[k]
		sum += float64(by * by)
	}
	return sum
}

// words describes a suspect and what was found of it.
func (s suspect) words(score *shooting.Score) string {
	factor := score.Factors[0]
	value := func(k int) string {
		return uncertainty.Error{StandardError: score.Deviations[k]}.Text(fmt.Sprintf("%.3g", score.Factors[k]), "")
	}
	of := func(preposition string) string {
		if s.of == "" {
			return ""
		}
		return " " + preposition + " " + s.of
	}
	switch s.kind {
	case gain:
		acts := 1 + factor
		what := "its gear or its unit may be another"
		switch {
		case math.Abs(acts) < 0.1:
			what = "it may not act at all"
		case acts < 0:
			what = "its sign may be the other one"
		}
		return fmt.Sprintf("on the %s%s, which acts %s times as given: %s", s.known, of("of"), uncertainty.Error{StandardError: score.Deviations[0]}.Text(fmt.Sprintf("%.3g", acts), ""), what)
	case delay:
		when := "late"
		if s.lag < 0 {
			when = "early"
		}
		return fmt.Sprintf("on the %s%s %d %s: it may act %.2g frames %s", s.known, of("of"), max(s.lag, -s.lag), plural("frame", max(s.lag, -s.lag))+before(s.lag), factor*math.Abs(float64(s.lag)), when)
	case damping:
		return fmt.Sprintf("on the rate%s: a damping of %s may be missing", of("of"), value(0))
	case friction:
		return fmt.Sprintf("on the direction of motion%s: a friction of %s may be missing", of("of"), value(0))
	case spring:
		return fmt.Sprintf("on the place%s: a spring of %s may be missing", of("of"), value(0))
	case load:
		return fmt.Sprintf("on how %s moves and hangs: a load of %s may be missing at its end", s.of, value(0))
	case push:
		var values []string
		for k := range score.Factors {
			values = append(values, value(k))
		}
		on := of("on")
		if s.of == "" {
			on = " on all particles"
		}
		return fmt.Sprintf("on neither place nor rate: a constant force%s of (%s) may be missing", on, strings.Join(values, ", "))
	case drift:
		return fmt.Sprintf("on time: what acts%s may drift", of("on"))
	}
	return fmt.Sprintf("on the distance of %s: a force between them may be missing", s.of)
}

// before returns the word that says which frame is meant.
func before(lag int) string {
	if lag < 0 {
		return " later"
	}
	return " before"
}

func plural(word string, count int) string {
	if count == 1 {
		return word
	}
	return word + "s"
}

// Known reports whether the residual can be compared with the noise. A fit leaves at least the
// noise. Neither time steps nor the noise of first states may be a reason for what it leaves.
func (v *Verdict) Known() bool {
	return v.Times()*shooting.Fitting >= 1 && !v.Coarse() && !(v.Measured && v.Left.Misses())
}

// Misses reports whether residuals exceed the noise of the recordings, and neither time steps nor
// the noise of first states explain it.
func (v *Verdict) Misses() bool { return v.Left.Misses() && !v.Measured }

// Text returns the verdict in a line. length and velocity are the units of the recordings, or
// "" if they are not known.
func (v *Verdict) Text(length, velocity string) string {
	unit, what := length, "coordinate"
	if v.Turns {
		unit = "rad"
	}
	if v.Rate {
		what = "velocity"
		if unit = velocity; v.Turns {
			unit = strings.TrimSuffix("rad/"+units.TimeOf(velocity, length), "/")
		}
	}
	unit = units.Behind(unit)
	if v.Fit == 0 {
		return "whether the fitted equations fit is not known: the training recordings have no more numbers than their first states and the constants take up"
	}
	text := fmt.Sprintf("the fitted equations are %.3g%s away from the training recordings, as a root mean square of the %s that they fit worst", v.Fit, unit, what)
	lacks := "something acts that the equations lack"
	if v.Rate {
		lacks += ", or velocities are not those of the positions"
	}
	if v.Epochs {
		lacks += ", or the training is not at its minimum, where more --epochs help"
	}
	if v.Suspects == nil && v.Noise > 0 {
		lacks += ", or errors continue from frame to frame, as filters and noise of torques make them"
	}
	if v.Measured {
		lacks += ", or it is the noise of the first states, which are taken as measured"
	}
	switch {
	case v.Coarse():
		text += fmt.Sprintf(". That is %.3g times the noise of the recordings or more, and predictions that are fitted anew with half the time step differ by %.3g%s: the steps may be all that is wrong. Train with %s", v.Times(), v.Steps, unit, v.Finer)
	case v.Left.Misses() && v.Noise == 0:
		text += fmt.Sprintf(". That is at least %.3g times the noise of the recordings, which is %.3g%s at most: %s", v.Times(), v.Most, unit, lacks)
	case v.Left.Misses():
		text += fmt.Sprintf(". That is %.3g times the estimated noise of the recordings, %.3g%s: %s", v.Times(), v.Noise, unit, lacks)
	case v.Exact:
		text += ". That is what single precision rounds: the equations fit"
	case !v.Known() && v.Simulated():
		text += ". That is as small as errors of rounding and of time steps"
	case !v.Known():
		text += ". Whether that is noise is not known: the recordings are too short, or their frames too far apart, to tell their noise"
	default:
		text += fmt.Sprintf(". The estimated noise of the recordings is as large, %.3g%s: the equations fit", v.Noise, unit)
	}
	if v.Suspects != nil {
		text += "; what they leave depends " + identify.List(v.Suspects)
	}
	return text
}
