package builder_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/moving"
	"gmnc/internal/test/testenv"
	"gmnc/internal/test/variants"
	"gmnc/ir"
)

const (
	// rigid is a dozen roundings of a bar of the system's size.
	rigid = 1e-12
	// manyDraws is how many systems of each composition are drawn where GMNC_REQUIRE
	// asks for draws.
	manyDraws = 3
)

// onEverySystem runs the test on a random system of each composition, or on manyDraws,
// with each model in each form and with every option. One takes a third of the time.
func onEverySystem(t *testing.T, test func(t *testing.T, m moving.Model, s moving.Particles, source *rand.Rand)) {
	draws := 1
	if testenv.Required("draws") {
		draws = manyDraws
	}
	for _, m := range everyModel(t) {
		for _, c := range moving.Compositions {
			t.Run(variants.Name(m.Config)+"/"+c.String(), func(t *testing.T) {
				source := rand.New(rand.NewPCG(1, 2))
				for range draws {
					test(t, m, c.Draw(source), source)
				}
			})
		}
	}
}

// everyModel returns a model in each form and with every option, built once and only read.
func everyModel(t *testing.T) []moving.Model {
	built.Do(func() {
		for _, config := range variants.All(2, 8) {
			models = append(models, moving.NewModel(t, config))
		}
	})
	require.Len(t, models, len(variants.All(2, 8)))
	return models
}

var (
	built  sync.Once
	models []moving.Model
)

// requireSymmetry compares what becomes of a transformed system with the
// transform of what becomes of the system: they are the same if the model
// has the symmetry, and they are not where it has not.
func requireSymmetry(t *testing.T, name string, m moving.Model, s moving.Particles, o moving.Transform, shift moving.Vector) {
	t.Helper()
	move := func(s moving.Particles) moving.Particles {
		var moved moving.Particles
		for i := range s.X {
			moved.X = append(moved.X, o.Apply(s.X[i]).Plus(shift))
			moved.V = append(moved.V, o.Apply(s.V[i]))
		}
		moved.Charge, moved.Sticks, moved.Hinges = s.Charge, s.Sticks, s.Hinges
		return moved
	}
	want, got := move(m.Predict(t, s)), m.Predict(t, move(s))
	promised := m.Config.Describe()
	if len(s.Bars()) == 0 {
		promised = config.Describe(m.Config.Model) // phi2, an option, is of objects
	}
	if !strings.Contains(promised.Symmetry, name) {
		if len(s.X) == 1 {
			return
		}
		require.Greater(t, moving.Farthest(want, got), moving.Asymmetric, "%s has a symmetry that its description lacks: %s", m.Config.Model, name)
		return
	}
	allclose.Require(t, "position", moving.Rows(want.X), moving.Rows(got.X), moving.Symmetric)
	allclose.Require(t, "velocity", moving.Rows(want.V), moving.Rows(got.V), moving.Symmetric)
}

var identity = moving.Transform{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}

func TestRotations(t *testing.T) {
	onEverySystem(t, func(t *testing.T, m moving.Model, s moving.Particles, source *rand.Rand) {
		requireSymmetry(t, "rotations", m, s, moving.RandomRotation(source), moving.Vector{})
	})
}

func TestReflections(t *testing.T) {
	onEverySystem(t, func(t *testing.T, m moving.Model, s moving.Particles, source *rand.Rand) {
		o := moving.RandomRotation(source)
		o[2] = o[2].Times(-1)
		requireSymmetry(t, "reflections", m, s, o, moving.Vector{})
	})
}

func TestTranslations(t *testing.T) {
	onEverySystem(t, func(t *testing.T, m moving.Model, s moving.Particles, source *rand.Rand) {
		requireSymmetry(t, "translations", m, s, identity, moving.RandomVector(source, 5))
	})
}

// TestRenumbering renumbers the particles and swaps the ends of every stick
// and hinge.
func TestRenumbering(t *testing.T) {
	onEverySystem(t, func(t *testing.T, m moving.Model, s moving.Particles, source *rand.Rand) {
		to := source.Perm(len(s.X))
		renumbered := moving.Particles{X: make([]moving.Vector, len(s.X)), V: make([]moving.Vector, len(s.X)), Charge: make([]float64, len(s.X))}
		for i, at := range to {
			renumbered.X[at], renumbered.V[at], renumbered.Charge[at] = s.X[i], s.V[i], s.Charge[i]
		}
		for _, stick := range s.Sticks {
			renumbered.Sticks = append(renumbered.Sticks, [2]int{to[stick[1]], to[stick[0]]})
		}
		for _, hinge := range s.Hinges {
			renumbered.Hinges = append(renumbered.Hinges, [3]int{to[hinge[0]], to[hinge[2]], to[hinge[1]]})
		}
		want, moved := m.Predict(t, s), m.Predict(t, renumbered)
		var x, v []moving.Vector
		for _, at := range to {
			x, v = append(x, moved.X[at]), append(v, moved.V[at])
		}
		allclose.Require(t, "position", moving.Rows(want.X), moving.Rows(x), moving.Symmetric)
		allclose.Require(t, "velocity", moving.Rows(want.V), moving.Rows(v), moving.Symmetric)
	})
}

// TestBarsAreRigid; the relative velocity of a bar's ends is perpendicular
// to it.
func TestBarsAreRigid(t *testing.T) {
	onEverySystem(t, func(t *testing.T, m moving.Model, s moving.Particles, _ *rand.Rand) {
		if !m.Config.Describe().Rigid {
			return
		}
		moved := m.Predict(t, s)
		for _, bar := range s.Bars() {
			before, after := s.X[bar[1]].Minus(s.X[bar[0]]), moved.X[bar[1]].Minus(moved.X[bar[0]])
			require.InEpsilon(t, before.Norm(), after.Norm(), rigid)
			turned := moved.V[bar[1]].Minus(moved.V[bar[0]])
			require.Less(t, math.Abs(after.Dot(turned)), rigid*after.Norm()*max(1, turned.Norm()))
			require.Greater(t, before.Minus(after).Norm(), 1e-3, "the bar must turn for this to mean anything")
		}
	})
}

// TestForcesMatter: the properties above would mean little of a model whose
// particles do not see each other. Where one particle goes changes with the
// place of another, but in the linear model.
func TestForcesMatter(t *testing.T) {
	onEverySystem(t, func(t *testing.T, m moving.Model, s moving.Particles, source *rand.Rand) {
		if len(s.X) == 1 {
			return
		}
		other := s
		other.X = slices.Clone(s.X)
		other.X[0] = s.X[0].Plus(moving.RandomVector(source, 1))
		before, after := m.Predict(t, s), m.Predict(t, other)
		before.X, after.X = before.X[1:], after.X[1:]
		if m.Config.Model == "linear" {
			require.Zero(t, moving.Farthest(before, after))
			return
		}
		require.Greater(t, moving.Farthest(before, after), 1e-3)
	})
}

// TestNumbersStayFinite where lengths are 0: particles at rest, one upon
// another, and a bar without length.
func TestNumbersStayFinite(t *testing.T) {
	gradients := map[*ir.Module]*ir.Module{} // of each model, for all its systems
	onEverySystem(t, func(t *testing.T, m moving.Model, s moving.Particles, _ *rand.Rand) {
		for i := range s.X {
			s.V[i], s.X[i] = moving.Vector{}, s.X[0]
		}
		if gradients[m.Module] == nil {
			names := []string{"position", "velocity"}
			for name := range m.Weights {
				names = append(names, name)
			}
			module, _, err := ir.Gradient(moving.WithLoss(t, m), "loss", names)
			require.NoError(t, err)
			gradients[m.Module] = module
		}
		outputs, err := ir.Eval(gradients[m.Module], m.Inputs(s), nil)
		require.NoError(t, err)
		for name, output := range outputs {
			for i, value := range output.Float {
				require.False(t, math.IsNaN(value) || math.IsInf(value, 0), "%s[%d] is %g", name, i, value)
			}
		}
	})
}
