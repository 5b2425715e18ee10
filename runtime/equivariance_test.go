package runtime_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/internal/test/fixtures"
	"gmnc/predict"
	"gmnc/runtime"
	"gmnc/system"
)

// equivarianceTolerance bounds how far a moved system's prediction may be
// from the moved prediction, relative to the largest entry: what the project
// promises of an exported file in float32.
const equivarianceTolerance = 1e-4

// lengthTolerance bounds the relative change of the length of a stick or of
// a hinge's bar: float32 coordinates of a few units, over four layers.
const lengthTolerance = 1e-5

// motion moves a system, and gives its particles and objects new numbers.
type motion struct {
	axes   [3][3]float64 // the new x is axes x + shift
	shift  [3]float64
	number []int // the new number of each particle
	swap   bool  // whether the ends of all objects change places
}

// still leaves a system of n particles as it is.
func still(n int) motion {
	m := motion{axes: [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}
	for i := range n {
		m.number = append(m.number, i)
	}
	return m
}

// motions are random ones of each kind, and all kinds at once.
func motions(n int, random *rand.Rand) map[string]motion {
	rotation, reflection, translation, renumbering, swap := still(n), still(n), still(n), still(n), still(n)
	rotation.axes = randomAxes(1, random)
	reflection.axes = randomAxes(-1, random)
	for axis := range 3 {
		translation.shift[axis] = 3 * random.NormFloat64()
	}
	renumbering.number = random.Perm(n)
	swap.swap = true
	return map[string]motion{
		"rotation": rotation, "reflection": reflection, "translation": translation, "renumbering": renumbering, "swapped ends": swap,
		"all": {randomAxes(-1, random), translation.shift, random.Perm(n), true},
	}
}

// randomAxes is an orthogonal matrix with the determinant 1 or -1.
func randomAxes(determinant float64, random *rand.Rand) [3][3]float64 {
	var rows [3][3]float64
	for i := range 2 {
		for axis := range 3 {
			rows[i][axis] = random.NormFloat64()
		}
		if i == 1 {
			along := dot(rows[0], rows[1])
			for axis := range 3 {
				rows[1][axis] -= along * rows[0][axis]
			}
		}
		length := math.Sqrt(dot(rows[i], rows[i]))
		for axis := range 3 {
			rows[i][axis] /= length
		}
	}
	for axis := range 3 {
		j, k := (axis+1)%3, (axis+2)%3
		rows[2][axis] = determinant * (rows[0][j]*rows[1][k] - rows[0][k]*rows[1][j])
	}
	return rows
}

func dot(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// vectors moves one vector for each particle; velocities are not shifted.
func (m motion) vectors(from []float32, shift [3]float64) []float32 {
	moved := make([]float32, len(from))
	for i, number := range m.number {
		x := [3]float64{float64(from[3*i]), float64(from[3*i+1]), float64(from[3*i+2])}
		for axis := range 3 {
			moved[3*number+axis] = float32(dot(m.axes[axis], x) + shift[axis])
		}
	}
	return moved
}

func (m motion) prediction(p prediction) prediction {
	return prediction{m.vectors(p.position, m.shift), m.vectors(p.velocity, [3]float64{})}
}

func (m motion) sample(s system.Sample) system.Sample {
	moved := system.Sample{
		Position: m.vectors(s.Position, m.shift),
		Velocity: m.vectors(s.Velocity, [3]float64{}),
		Charge:   make([]float32, len(s.Charge)),
	}
	for i, number := range m.number {
		moved.Charge[number] = s.Charge[i]
	}
	// Objects come in the opposite order.
	for _, stick := range slices.Backward(s.Objects.Of(system.Stick)) {
		a, b := m.ends(stick[0], stick[1])
		moved.Objects = append(moved.Objects, system.Stick.Of(a, b))
	}
	for _, hinge := range slices.Backward(s.Objects.Of(system.Hinge)) {
		a, b := m.ends(hinge[1], hinge[2])
		moved.Objects = append(moved.Objects, system.Hinge.Of(m.number[hinge[0]], a, b))
	}
	return moved
}

func (m motion) ends(a, b int) (int, int) {
	if m.swap {
		a, b = b, a
	}
	return m.number[a], m.number[b]
}

// TestEquivariance moves random systems before and after an exported file
// predicts, with forces that matter: the paper's model, and all others at a
// smaller size.
func TestEquivariance(t *testing.T) {
	configs := allConfigs(2, 16)
	configs["gmn"] = builder.DefaultConfig()
	for name, config := range configs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			model, values := newModel(t, config, false, 6)
			eachFileEngine(t, exported(t, model, values, 0), func(t *testing.T, session runtime.Session) {
				requireSymmetries(t, config.Describe(), predict.NewSystemPredictor(session))
			})
		})
	}
}

// requireSymmetries moves systems in every way that the model promises to
// follow.
func requireSymmetries(t *testing.T, promised builder.Description, predictor predict.Predictor) {
	random := rand.New(rand.NewPCG(7, 8))
	largest := map[string]float64{}
	for _, composition := range fixtures.Compositions {
		for _, sample := range fixtures.Samples(composition, 2, random.Uint64()) {
			predicted := predictions(t, predictor, []system.Sample{sample})
			if promised.Rigid {
				requireLengths(t, sample, predicted.position)
			}
			for name, m := range motions(composition.N(), random) {
				if !m.among(promised.Symmetry) {
					continue
				}
				got := predictions(t, predictor, []system.Sample{m.sample(sample)})
				off := requireClose(t, m.prediction(predicted), got, equivarianceTolerance)
				largest[name] = max(largest[name], off)
			}
		}
	}
	for name, off := range largest {
		t.Logf("%s: off by %.1e of the largest entry", name, off)
	}
}

// among reports whether the motion is made of renumbering and of what the
// symmetry names.
func (m motion) among(symmetry string) bool {
	a := m.axes
	determinant := dot(a[0], [3]float64{
		a[1][1]*a[2][2] - a[1][2]*a[2][1], a[1][2]*a[2][0] - a[1][0]*a[2][2], a[1][0]*a[2][1] - a[1][1]*a[2][0],
	})
	return (strings.Contains(symmetry, "rotations") || m.axes == still(0).axes) &&
		(strings.Contains(symmetry, "reflections") || determinant > 0) &&
		(strings.Contains(symmetry, "translations") || m.shift == [3]float64{})
}

// TestForcesMatter keeps the models of these tests from being easy: without
// their forces particles go elsewhere.
func TestForcesMatter(t *testing.T) {
	model, values := newModel(t, builder.DefaultConfig(), false, 6)
	composition := fixtures.Compositions[len(fixtures.Compositions)-1]
	systems := map[string][]system.Sample{composition.String(): fixtures.Samples(composition, 3, 1)}
	with := references(t, model, values, systems)[composition.String()].position
	for layer := range model.Config.Layers {
		clear(values[fmt.Sprintf("layer%d/coordinate/linear2/weight", layer)])
	}
	without := references(t, model, values, systems)[composition.String()].position
	apart, size := 0.0, 0.0
	for i := range with {
		apart = max(apart, math.Abs(float64(with[i]-without[i])))
		size = max(size, math.Abs(float64(without[i])))
	}
	require.Greater(t, apart, 0.1*size)
}

// requireLengths requires what is rigid to be as long as it was.
func requireLengths(t *testing.T, sample system.Sample, predicted []float32) {
	t.Helper()
	for _, object := range sample.Objects {
		for _, bar := range object.Bars() {
			require.InEpsilon(t, distance(sample.Position, bar), distance(predicted, bar), lengthTolerance, "length of %v", bar)
		}
	}
}

func distance(position []float32, bar [2]int) float64 {
	var offset [3]float64
	for axis := range 3 {
		offset[axis] = float64(position[3*bar[0]+axis]) - float64(position[3*bar[1]+axis])
	}
	return math.Sqrt(dot(offset, offset))
}
