package config

import (
	"fmt"
	"math"
	"slices"
)

// Radius says how far predictions may be off. The radius of a particle is the
// exponential of a linear function of features,
//
//	log R_i = b + sum over k of w_k clip(x_ik, low_k, high_k) + |x_ik - clip(x_ik, low_k, high_k)|
//	x_ik    = 1/2 log(square_ik + soft_k)
//
// with w and b for positions and others for velocities. Within the range of the
// calibration w decides; outside of it the radius grows in proportion to each feature's
// distance. The radius of a system, of the root mean square over its particles, is a
// factor times the root mean square of R_i.
type Radius struct {
	Level float64 `json:"level"` // the probability that the truth lies within
	// Time is the time of the straight line from which deflections are measured, in units of
	// position over velocity.
	Time     float64         `json:"time"`
	Features []RadiusFeature `json:"features,omitempty"`
	// Position and Velocity are the linear functions. Without the one for positions, the model
	// returns its features.
	Position *RadiusHead `json:"position,omitempty"`
	Velocity *RadiusHead `json:"velocity,omitempty"` // nil where velocities are not true
	System   float64     `json:"system,omitempty"`   // the factor of systems
	// Steps are the factors for each step of a file that rolls a model out. The first has a
	// factor of 1.
	Steps []RadiusStep `json:"steps,omitempty"`
}

// RadiusStep holds the factors that multiply radii, added up over a rollout, after a step.
// Velocity is 0, and left out, if there are no radii of velocities. Where powers follow the
// errors better, they are applied first to the radii of positions and systems.
type RadiusStep struct {
	Position       float64       `json:"position"`
	Velocity       float64       `json:"velocity,omitempty"`
	System         float64       `json:"system"`
	PositionPowers *RadiusPowers `json:"position_powers,omitempty"`
	SystemPowers   *RadiusPowers `json:"system_powers,omitempty"`
}

// RadiusPowers makes a radius exp(Offset) sum^Sum motion^Motion. sum is the sum of the radii of
// single steps. motion is the root mean square displacement in a step, of a particle or of all
// particles of a system. In chaotic motion the fast particles are far off after many steps.
type RadiusPowers struct {
	Offset float64 `json:"offset"`
	Sum    float64 `json:"sum"` // 0 or more, like Motion: no radius falls with either
	Motion float64 `json:"motion"`
}

// Of returns the radius before it is multiplied by its factor.
func (p *RadiusPowers) Of(sum, motion float64) float64 {
	if p == nil {
		return sum
	}
	return math.Exp(p.Offset) * math.Pow(sum, p.Sum) * math.Pow(math.Hypot(motion, MotionSoftness), p.Motion)
}

// MotionSoftness is added to the squared motion, so that a particle that never moves has a
// power, too.
const MotionSoftness = 1e-12

// RadiusFeature is what the calibration found out about a feature.
type RadiusFeature struct {
	Name string  `json:"name"`
	Soft float64 `json:"soft"` // added to squares
	Low  float64 `json:"low"`  // of x
	High float64 `json:"high"`
}

// RadiusHead is a linear function of features. Its radius has the unit of what it bounds.
type RadiusHead struct {
	Weights []float64 `json:"weights"`
	Offset  float64   `json:"offset"`
}

// radiusFeatureNames names the features, of which the model returns the squares. The deflection
// is the distance of a prediction from a straight line. Acceleration and jerk are the first and
// second differences of velocities over the steps. Closeness is how close other particles are
// at the end of the prediction.
var radiusFeatureNames = []string{"deflection", "acceleration", "jerk", "speed", "closeness", "particles"}

// RadiusFeatures returns the names of the features of the model's Radius. Several runs also
// have their spread.
func (c Config) RadiusFeatures() []string {
	if c.Runs > 0 {
		return append(slices.Clone(radiusFeatureNames), "spread")
	}
	return radiusFeatureNames
}

// nearStraight is the least softening of deflections, in typical distances. The logarithms of
// smaller deflections, which are differences of positions, are mostly rounding.
const nearStraight = 4e-3

// RadiusSoftness returns the least softenings of the squares of RadiusFeatures.
func (c Config) RadiusSoftness() []float64 {
	least := make([]float64, len(c.RadiusFeatures()))
	length := c.InModelUnits().Distance()
	least[0] = nearStraight * nearStraight * length * length
	return least
}

// validate reports a radius that no calibration of these features writes.
func (r *Radius) validate(names []string) error {
	if r == nil {
		return nil
	}
	if !(r.Level > 0 && r.Level < 1) || math.IsNaN(r.Time) || math.IsInf(r.Time, 0) {
		return fmt.Errorf("a radius of the level %g and the time %g: a level is between 0 and 1, and times are finite", r.Level, r.Time)
	}
	if r.Position == nil && r.Velocity == nil && len(r.Features) == 0 {
		return nil
	}
	if len(r.Features) != len(names) || r.Position == nil {
		return fmt.Errorf("a radius has a head for positions and the features %q: %d features came, and the head is there: %t", names, len(r.Features), r.Position != nil)
	}
	if r.System < 0 {
		return fmt.Errorf("the factor of systems in a radius is %g: expected 0 or more", r.System)
	}
	numbers := []float64{r.System}
	for i, f := range r.Features {
		if f.Name != names[i] || !(f.Soft > 0) || !(f.Low <= f.High) {
			return fmt.Errorf("feature %d of the radius is %+v: expected %s with a softening above 0 and a range", i, f, names[i])
		}
		numbers = append(numbers, f.Soft, f.Low, f.High)
	}
	for _, head := range []*RadiusHead{r.Position, r.Velocity} {
		if head == nil {
			continue
		}
		if len(head.Weights) != len(r.Features) {
			return fmt.Errorf("a head of the radius has %d weights for %d features", len(head.Weights), len(r.Features))
		}
		numbers = append(numbers, head.Offset)
		numbers = append(numbers, head.Weights...)
	}
	for _, step := range r.Steps {
		numbers = append(numbers, step.Position, step.Velocity, step.System)
		for _, powers := range []*RadiusPowers{step.PositionPowers, step.SystemPowers} {
			if powers == nil {
				continue
			}
			if powers.Sum < 0 || powers.Motion < 0 {
				return fmt.Errorf("the powers of a radius are %g of its sum and %g of the motion: expected 0 or more", powers.Sum, powers.Motion)
			}
			numbers = append(numbers, powers.Offset, powers.Sum, powers.Motion)
		}
	}
	if slices.ContainsFunc(numbers, func(x float64) bool { return !(math.Abs(x) <= math.MaxFloat32) }) {
		return fmt.Errorf("a radius has numbers that are not finite")
	}
	return nil
}
