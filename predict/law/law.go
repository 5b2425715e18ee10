// Package law describes the forces between particles that a model has learned: as curves over the
// distance for each kind of pair, and by the common formula that fits each curve best.
//
// The forces on all particles are one linear system in the curves. The force on particle i is
//
//	F_i = sum over j of [f(r) + q_i q_j g(r)] (x_i - x_j) / r      r = |x_i - x_j|
//
// with f and g piecewise linear between knots, and one such pair of curves for each kind of pair.
// Least squares weight a particle by 1 / sqrt(F^2 + m^2), where m is the median of |F|, so that
// neither close pairs nor far ones dominate. A form replaces one curve and is fitted together with
// all other curves.
package law

import (
	"cmp"
	"math"
	"slices"

	"gmnc/builder/config"
	"gmnc/internal/uncertainty"
	"gmnc/system"
)

// Law holds the law that was found.
type Law struct {
	Samples   int     `json:"samples"`
	Particles int     `json:"particles"` // the particles whose forces were fitted
	Force     float64 `json:"force"`     // the root mean square over particles
	// Explained is the fraction of the weighted squares of forces that curves of pairs explain.
	// The rest of a model's force depends on more than pairs.
	Explained float64 `json:"explained"`
	Curves    []Curve `json:"curves"`

	found *linear // the forces that the law was found in
}

// Curve is the force between particles of a kind as a function of their distance.
type Curve struct {
	Pairs       string  `json:"pairs"`   // the kind of pairs
	Charges     bool    `json:"charges"` // the force is multiplied by the product of the charges
	Constrained bool    `json:"held"`    // bars or bodies keep these pairs at their distance
	Points      []Point `json:"points"`  // the values at the knots
	// Share is the root of the fraction that the curve's part has of the weighted squares of
	// all forces.
	Share float64 `json:"share"`
	// Forms holds common formulas, the chosen one first and the others by how much of the force
	// they leave. There are none if the curve's share is less than a hundredth.
	Forms []Form `json:"forms,omitempty"`
	// Fitted says that the chosen form, with its constants, leaves no more than the noise of
	// the recordings that it was fitted to, however much it leaves of the network's force.
	Fitted bool `json:"fits_recordings,omitempty"`

	pairs *config.PairKind // for formulas; nil for data without features
}

// mostLeft is the fraction of the force up to which a form may leave some and still count as the
// curve's form.
const mostLeft = 0.1

// Fits reports whether the chosen form matches the curve or the recordings, and is not only the
// nearest in the list.
func (c Curve) Fits() bool { return len(c.Forms) > 0 && (c.Fitted || c.Forms[0].Left <= mostLeft) }

// MissesNetwork reports whether the chosen form leaves more of the network's force than the form
// of a curve may. It may fit the recordings all the same, as Fitted says.
func (c Curve) MissesNetwork() bool { return len(c.Forms) > 0 && c.Forms[0].Left > mostLeft }

// asNear is the largest ratio of what a form leaves to what the chosen one leaves for which it
// counts as near, too. The error of the network, which is not known, may be as large.
const asNear = 2

// Near returns the other forms that are about as near to the network's force as the chosen one,
// or that fit it and have fewer constants. It returns nil if there are none.
func (c Curve) Near() (near []Form) {
	for i := 1; i < len(c.Forms); i++ {
		simpler := c.Forms[i].Left <= mostLeft && len(c.Forms[i].Constants) < len(c.Forms[0].Constants)
		if simpler || c.Forms[i].Left <= asNear*c.Forms[0].Left {
			near = append(near, c.Forms[i])
		}
	}
	return near
}

// Compared reports whether a curve has forms that were compared with each other.
func (l *Law) Compared() bool {
	return slices.ContainsFunc(l.Curves, func(c Curve) bool { return len(c.Forms) > 1 })
}

// dropErrors removes the errors from the constants of forms that miss the force. Noise and
// rounding are not the main errors of such constants.
func (c Curve) dropErrors() {
	if c.Fits() {
		return
	}
	for _, form := range c.Forms {
		for i := range form.Constants {
			form.Constants[i].Error = uncertainty.Error{}
		}
	}
}

// Point is the value of a curve at a knot. Positive forces push particles apart.
type Point struct {
	Distance float64 `json:"distance"`
	Force    float64 `json:"force"`
	Pairs    int     `json:"pairs"` // pairs of the data up to half way to the next knots
}

// Form is a formula that stands for a curve.
type Form struct {
	Name      string     `json:"name"`
	Text      string     `json:"text"`
	LaTeX     string     `json:"latex"`
	Constants []Constant `json:"constants"`
	// Left is the root of the weighted squares of forces that the form leaves beyond what the
	// curve leaves, relative to all squares.
	Left float64 `json:"left"`
}

// Constant is a constant of a form. Its error is known if the form was fitted to recordings,
// and not if it was fitted to a network's forces, whose own error is not known.
type Constant struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	uncertainty.Error
}

const (
	// knots is the number of knots of each curve, and mostRows bounds the number of rows of the
	// system.
	knots    = 16
	mostRows = 15_000
	// little is the share of the force up to which a curve is given no formula.
	little = 0.01
)

// Find finds the law in the forces [n*3] on all particles of the samples. nodeFeatures and
// edgeFeatures name the columns of the samples' features. It is an error if there are no pairs
// or more than 12 kinds of pairs.
func Find(samples []system.Sample, forces []float64, nodeFeatures, edgeFeatures []string) (*Law, error) {
	samples = someOf(samples)
	pairs, err := pairsOf(samples, nodeFeatures, edgeFeatures)
	if err != nil {
		return nil, err
	}
	s, err := newSystem(pairs, forces)
	if err != nil {
		return nil, err
	}
	law := &Law{Samples: len(samples), Particles: len(s.weights), Force: s.mean, Curves: make([]Curve, len(pairs.curves)), found: s}
	if err := s.fill(law); err != nil {
		return nil, err
	}
	return law, nil
}

// fill finds the curves, then the forms of those that matter, the strongest first.
func (s *linear) fill(law *Law) (err error) {
	var left float64
	for c := range law.Curves {
		if law.Curves[c], left, err = s.curve(c); err != nil {
			return err
		}
	}
	law.Explained = 1 - left/s.squares()
	order := make([]int, len(law.Curves))
	for c := range order {
		order[c] = c
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(law.Curves[b].Share, law.Curves[a].Share) })
	for _, c := range order {
		curve, left, err := s.curve(c) // with the forms that are known by now
		if err != nil {
			return err
		}
		if !curve.Constrained && curve.Share > little {
			curve.Forms = s.forms(c, left)
		}
		law.Curves[c] = curve
	}
	return nil
}

// someOf returns the first samples, as many as the at most mostRows rows of the system allow.
func someOf(samples []system.Sample) []system.Sample {
	rows := 0
	for i := range samples {
		if rows += len(samples[i].Position); rows > mostRows && i > 0 {
			return samples[:i]
		}
	}
	return samples
}

// knotsOf returns quantiles of distances. Below the second of them, where the forces of close
// pairs are steep, it returns distances in geometric progression.
func knotsOf(distances []float64) []float64 {
	slices.Sort(distances)
	var at []float64
	const close = knots / 3
	second := distances[(len(distances)-1)/(knots-close)]
	for k := range close {
		at = append(at, distances[0]*math.Pow(second/distances[0], float64(k)/close))
	}
	for k := 1; k <= knots-close; k++ {
		at = append(at, distances[k*(len(distances)-1)/(knots-close)])
	}
	return slices.Compact(at)
}
