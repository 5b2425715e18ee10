// Package law describes the forces between particles that a model has learned: as curves over the
// distance for each kind of pair, and by the usual formula that fits each curve.
//
// The forces of all particles are one linear system in the curves: the force on particle i is
//
//	F_i = sum over j of [f(r) + q_i q_j g(r)] (x_i - x_j) / r      r = |x_i - x_j|
//
// with f and g piecewise linear between knots, and a pair of them for each kind of pair. Least squares weight a particle by 1 / sqrt(F^2 + m^2), m the
// median of |F|, so that neither close pairs nor far ones decide alone. A form takes the
// place of one curve, beside all others.
package law

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gmnc/builder/config"
	"gmnc/internal/periodic"
	"gmnc/internal/vector"
	"gmnc/system"
)

// Law is what was found.
type Law struct {
	Samples   int     `json:"samples"`
	Particles int     `json:"particles"` // whose forces were fitted
	Force     float64 `json:"force"`     // root of the mean square over particles
	// Explained is the share of the weighted squares of forces that curves of pairs
	// explain; the rest of a model's force sees more than a pair.
	Explained float64 `json:"explained"`
	Curves    []Curve `json:"curves"`

	found *linear // the forces that the law was found in
}

// Curve is the force between particles of a kind over their distance.
type Curve struct {
	Pairs       string  `json:"pairs"`   // of which kind
	Charges     bool    `json:"charges"` // the force is times the product of the charges
	Constrained bool    `json:"held"`    // bars or bodies hold these pairs at their distance
	Points      []Point `json:"points"`  // at the knots
	// Share is the root of the curve's part of the weighted squares of all forces.
	Share float64 `json:"share"`
	// Forms are the usual ones by how much of the force they leave, the chosen one
	// first; none where the curve acts on less than a hundredth.
	Forms []Form `json:"forms,omitempty"`
	// Fitted says that the chosen form, with its constants, leaves no more than noise of the recordings that it was
	// fitted to, however much it leaves of the network's force.
	Fitted bool `json:"fits_recordings,omitempty"`

	pairs *config.PairKind // for formulas; nil of data without features
}

// fits is the share of the force up to which a form may leave and count as the curve's.
const fits = 0.1

// Fits reports whether the chosen form is the curve, or fits the recordings, and is not only the nearest of the list.
func (c Curve) Fits() bool { return len(c.Forms) > 0 && (c.Fitted || c.Forms[0].Left <= fits) }

// Misses reports whether the chosen form leaves more of the network's force than a curve's form may.
func (c Curve) Misses() bool { return len(c.Forms) > 0 && c.Forms[0].Left > fits }

// dropErrors takes the standard errors from the constants of a form that misses the force: noise is
// not what such constants are off by.
func (c Curve) dropErrors() {
	if c.Fits() {
		return
	}
	for _, form := range c.Forms {
		for i := range form.Constants {
			form.Constants[i].StandardError = 0
		}
	}
}

// Point is a curve at a knot; positive forces push particles apart.
type Point struct {
	Distance float64 `json:"distance"`
	Force    float64 `json:"force"`
	Pairs    int     `json:"pairs"` // of the data, up to half way to the next knots
}

// Form is a formula in the place of a curve.
type Form struct {
	Name      string     `json:"name"`
	Text      string     `json:"text"`
	LaTeX     string     `json:"latex"`
	Constants []Constant `json:"constants"`
	// Left is the root of the weighted squares of forces that the form leaves over,
	// beyond what the curve leaves, as a share of all.
	Left float64 `json:"left"`
}

// Constant is a number of a form. It has a standard error where the form was fitted to recordings,
// and 0 where it was fitted to a network's forces, whose own error is not known.
type Constant struct {
	Name          string  `json:"name"`
	Value         float64 `json:"value"`
	StandardError float64 `json:"standard_error,omitempty"`
}

const (
	// knots are how many each curve has, and mostRows bounds the rows of the system.
	knots    = 16
	mostRows = 15_000
	// little is the share of the force below which a curve is not put in words.
	little = 0.01
)

// Find finds the law in the forces [n*3] on all particles of the samples, which name the
// columns of their features. It is an error if there are no pairs or more than 12 kinds.
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

// fill finds the curves, then the forms of those that act, the strongest first.
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
		curve, left, err := s.curve(c) // with what is known by now
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

// someOf are the first samples, of which the system has at most mostRows.
func someOf(samples []system.Sample) []system.Sample {
	rows := 0
	for i := range samples {
		if rows += len(samples[i].Position); rows > mostRows && i > 0 {
			return samples[:i]
		}
	}
	return samples
}

// pair is a particle and one of its neighbours.
type pair struct {
	particle  int // of all samples
	kind      int
	distance  float64
	direction [3]float64 // from the neighbour
	charges   float64    // product
}

// pairs are the pairs of all samples, and the curves that they are on.
type pairs struct {
	all       []pair
	curves    []curveOf
	particles int
}

// curveOf is a curve over some pairs.
type curveOf struct {
	kind        int
	name        string
	pairs       *config.PairKind
	charges     bool
	constrained bool
	knots       []float64
}

// errNoPairs is of data in which nobody has a neighbour.
var errNoPairs = errors.New("no particle has a neighbour, and there are no forces between pairs")

func pairsOf(samples []system.Sample, nodeFeatures, edgeFeatures []string) (*pairs, error) {
	p, kinds := &pairs{}, newKinds(nodeFeatures, edgeFeatures)
	first := 0
	for i := range samples {
		s := &samples[i]
		constrained, cell := constrainedPairs(s), s.Cell()
		for particle := range s.Particles() {
			p.particles++
			for slot := range s.Slots() {
				other := s.Neighbor(particle, slot)
				if other < 0 {
					continue
				}
				one := pair{particle: first + particle, charges: 1}
				one.direction, one.distance = between(s.Position, cell, particle, other)
				if !(one.distance > 0) {
					return nil, fmt.Errorf("sample %d: particles %d and %d are at one place, and the force between them has no direction", i, particle, other)
				}
				if s.Charge != nil {
					one.charges = float64(s.Charge[particle]) * float64(s.Charge[other])
				}
				var err error
				if one.kind, err = kinds.of(s, particle, other, slot, constrained[[2]int{particle, other}]); err != nil {
					return nil, err
				}
				p.all = append(p.all, one)
			}
		}
		first += s.Particles()
	}
	if len(p.all) == 0 {
		return nil, errNoPairs
	}
	p.curves = kinds.curves(p.all)
	return p, nil
}

// between is the direction from particle j, or in a periodic cell from its nearest image,
// to i, and their distance.
func between(position []float32, cell *periodic.Cell, i, j int) (direction [3]float64, distance float64) {
	direction = vector.Plus(vector.At(position, i), -1, vector.At(position, j))
	if cell != nil {
		direction, _ = cell.Nearest(direction)
	}
	distance = vector.Norm(direction)
	for axis := range direction {
		direction[axis] /= distance
	}
	return direction, distance
}

// constrainedPairs are the pairs that bars and bodies hold at a distance, both ways.
func constrainedPairs(s *system.Sample) map[[2]int]bool {
	constrained := map[[2]int]bool{}
	hold := func(i, j int) { constrained[[2]int{i, j}], constrained[[2]int{j, i}] = true, true }
	for _, object := range s.Objects {
		for _, bar := range object.Bars() {
			hold(bar[0], bar[1])
		}
		if object.Kind == system.Body {
			for k, i := range object.Members {
				for _, j := range object.Members[:k] {
					hold(i, j)
				}
			}
		}
	}
	return constrained
}

// knotsOf are quantiles of distances, and below the second one, where forces of close
// pairs are steep, distances that grow by one factor.
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
