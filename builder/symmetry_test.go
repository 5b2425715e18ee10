package builder_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/testenv"
	"gmnc/internal/test/variants"
	"gmnc/ir"
)

const (
	// symmetric is what float64 rounding, 1e-16, may grow to through two
	// layers, relative to the largest entry.
	symmetric = 1e-10
	// asymmetric is how far, at least, a symmetry that a model has not is
	// off, in units of position.
	asymmetric = 1e-3
	// rigid is a dozen roundings of a bar of the system's size.
	rigid = 1e-12
	// manyDraws is how many systems of each composition are drawn where GMNC_REQUIRE
	// asks for draws.
	manyDraws = 3
)

// onEverySystem runs the test on a random system of each composition, or on manyDraws,
// with each model in each form and with every option. One takes a third of the time.
func onEverySystem(t *testing.T, test func(t *testing.T, m model, s particles, source *rand.Rand)) {
	draws := 1
	if testenv.Required("draws") {
		draws = manyDraws
	}
	for _, config := range variants.All(2, 8) {
		m := newModel(t, config)
		for _, c := range compositions {
			t.Run(variants.Name(config)+"/"+c.String(), func(t *testing.T) {
				source := rand.New(rand.NewPCG(1, 2))
				for range draws {
					test(t, m, c.draw(source), source)
				}
			})
		}
	}
}

// transform is an orthogonal matrix, by rows.
type transform [3]vector

func (o transform) apply(v vector) vector { return vector{o[0].dot(v), o[1].dot(v), o[2].dot(v)} }

// randomRotation is made of random unit vectors by Gram and Schmidt.
func randomRotation(source *rand.Rand) transform {
	a, b := randomVector(source, 1), randomVector(source, 1)
	a = a.times(1 / a.norm())
	b = b.minus(a.times(a.dot(b)))
	b = b.times(1 / b.norm())
	return transform{a, b, a.cross(b)}
}

// requireSymmetry compares what becomes of a transformed system with the
// transform of what becomes of the system: they are the same if the model
// has the symmetry, and they are not where it has not.
func requireSymmetry(t *testing.T, name string, m model, s particles, o transform, shift vector) {
	t.Helper()
	move := func(s particles) particles {
		var moved particles
		for i := range s.x {
			moved.x = append(moved.x, o.apply(s.x[i]).plus(shift))
			moved.v = append(moved.v, o.apply(s.v[i]))
		}
		moved.charge, moved.sticks, moved.hinges = s.charge, s.sticks, s.hinges
		return moved
	}
	want, got := move(m.predict(t, s)), m.predict(t, move(s))
	promised := m.Config.Describe()
	if len(s.bars()) == 0 {
		promised = config.Describe(m.Config.Model) // phi2, an option, is of objects
	}
	if !strings.Contains(promised.Symmetry, name) {
		if len(s.x) == 1 {
			return
		}
		require.Greater(t, farthest(want, got), asymmetric, "%s has a symmetry that its description lacks: %s", m.Config.Model, name)
		return
	}
	allclose.Require(t, "position", rows(want.x), rows(got.x), symmetric)
	allclose.Require(t, "velocity", rows(want.v), rows(got.v), symmetric)
}

// farthest is the largest distance between a particle's two positions.
func farthest(a, b particles) float64 {
	largest := 0.0
	for i := range a.x {
		largest = max(largest, a.x[i].minus(b.x[i]).norm())
	}
	return largest
}

var identity = transform{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}

func TestRotations(t *testing.T) {
	onEverySystem(t, func(t *testing.T, m model, s particles, source *rand.Rand) {
		requireSymmetry(t, "rotations", m, s, randomRotation(source), vector{})
	})
}

func TestReflections(t *testing.T) {
	onEverySystem(t, func(t *testing.T, m model, s particles, source *rand.Rand) {
		o := randomRotation(source)
		o[2] = o[2].times(-1)
		requireSymmetry(t, "reflections", m, s, o, vector{})
	})
}

func TestTranslations(t *testing.T) {
	onEverySystem(t, func(t *testing.T, m model, s particles, source *rand.Rand) {
		requireSymmetry(t, "translations", m, s, identity, randomVector(source, 5))
	})
}

// TestRenumbering renumbers the particles and swaps the ends of every stick
// and hinge.
func TestRenumbering(t *testing.T) {
	onEverySystem(t, func(t *testing.T, m model, s particles, source *rand.Rand) {
		to := source.Perm(len(s.x))
		renumbered := particles{x: make([]vector, len(s.x)), v: make([]vector, len(s.x)), charge: make([]float64, len(s.x))}
		for i, at := range to {
			renumbered.x[at], renumbered.v[at], renumbered.charge[at] = s.x[i], s.v[i], s.charge[i]
		}
		for _, stick := range s.sticks {
			renumbered.sticks = append(renumbered.sticks, [2]int{to[stick[1]], to[stick[0]]})
		}
		for _, hinge := range s.hinges {
			renumbered.hinges = append(renumbered.hinges, [3]int{to[hinge[0]], to[hinge[2]], to[hinge[1]]})
		}
		want, moved := m.predict(t, s), m.predict(t, renumbered)
		var x, v []vector
		for _, at := range to {
			x, v = append(x, moved.x[at]), append(v, moved.v[at])
		}
		allclose.Require(t, "position", rows(want.x), rows(x), symmetric)
		allclose.Require(t, "velocity", rows(want.v), rows(v), symmetric)
	})
}

// TestBarsAreRigid; the relative velocity of a bar's ends is perpendicular
// to it.
func TestBarsAreRigid(t *testing.T) {
	onEverySystem(t, func(t *testing.T, m model, s particles, _ *rand.Rand) {
		if !m.Config.Describe().Rigid {
			return
		}
		moved := m.predict(t, s)
		for _, bar := range s.bars() {
			before, after := s.x[bar[1]].minus(s.x[bar[0]]), moved.x[bar[1]].minus(moved.x[bar[0]])
			require.InEpsilon(t, before.norm(), after.norm(), rigid)
			turned := moved.v[bar[1]].minus(moved.v[bar[0]])
			require.Less(t, math.Abs(after.dot(turned)), rigid*after.norm()*max(1, turned.norm()))
			require.Greater(t, before.minus(after).norm(), 1e-3, "the bar must turn for this to mean anything")
		}
	})
}

// TestForcesMatter: the properties above would mean little of a model whose
// particles do not see each other. Where one particle goes changes with the
// place of another, but in the linear model.
func TestForcesMatter(t *testing.T) {
	onEverySystem(t, func(t *testing.T, m model, s particles, source *rand.Rand) {
		if len(s.x) == 1 {
			return
		}
		other := s
		other.x = slices.Clone(s.x)
		other.x[0] = s.x[0].plus(randomVector(source, 1))
		before, after := m.predict(t, s), m.predict(t, other)
		before.x, after.x = before.x[1:], after.x[1:]
		if m.Config.Model == "linear" {
			require.Zero(t, farthest(before, after))
			return
		}
		require.Greater(t, farthest(before, after), 1e-3)
	})
}

// TestNumbersStayFinite where lengths are 0: particles at rest, one upon
// another, and a bar without length.
func TestNumbersStayFinite(t *testing.T) {
	onEverySystem(t, func(t *testing.T, m model, s particles, _ *rand.Rand) {
		for i := range s.x {
			s.v[i], s.x[i] = vector{}, s.x[0]
		}
		module := withLoss(t, m)
		names := []string{"position", "velocity"}
		for name := range m.weights {
			names = append(names, name)
		}
		module, _, err := ir.Gradient(module, "loss", names)
		require.NoError(t, err)
		outputs, err := ir.Eval(module, m.inputs(s), nil)
		require.NoError(t, err)
		for name, output := range outputs {
			for i, value := range output.Float {
				require.False(t, math.IsNaN(value) || math.IsInf(value, 0), "%s[%d] is %g", name, i, value)
			}
		}
	})
}
