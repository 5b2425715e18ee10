package tensors_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/builder/harmonics"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/moving"
	"gmnc/internal/test/variants"
	"gmnc/ir"
)

// onTensorModels runs the test with every model whose features have degrees,
// deep enough for every path between degrees to reach the output.
func onTensorModels(t *testing.T, test func(t *testing.T, m moving.Model, s moving.Particles, source *rand.Rand)) {
	for _, c := range variants.Forms(3, 48) {
		if config.Describe(c.Model).Degrees == 0 {
			continue
		}
		t.Run(c.Model, func(t *testing.T) {
			source := rand.New(rand.NewPCG(5, 6))
			test(t, moving.NewModel(t, c), moving.Composition{Particles: 2, Sticks: 1}.Draw(source), source)
		})
	}
}

// turnOf is the matrix by which a rotation turns features of a degree: of degree 2, the
// matrix for symmetric tensors without a trace.
func turnOf(degree int, rotation moving.Transform) [][]float64 {
	size := 2*degree + 1
	turn := make([][]float64, size)
	for i := range turn {
		turn[i] = make([]float64, size)
	}
	switch degree {
	case 0:
		turn[0][0] = 1
	case 1:
		for i := range turn {
			copy(turn[i], rotation[i][:])
		}
	default:
		table := harmonics.ClebschGordan(1, 1, 2)
		for i := range turn {
			for j := range turn {
				for a := range 9 {
					for b := range 9 {
						turn[i][j] += table[a*5+i] * rotation[a/3][b/3] * rotation[a%3][b%3] * table[b*5+j]
					}
				}
			}
		}
	}
	return turn
}

// TestLayersTurn: the features of every layer turn with the system, each
// degree by its own matrix, and do not move with it.
func TestLayersTurn(t *testing.T) {
	onTensorModels(t, func(t *testing.T, m moving.Model, s moving.Particles, source *rand.Rand) {
		require.NoError(t, ir.Extend(m.Module, func(b *ir.Builder) {
			for i, layer := range m.Layers {
				if layer.Features != nil {
					b.Output(fmt.Sprint(i), layer.Features)
				}
			}
		}))
		rotation, shift := moving.RandomRotation(source), moving.RandomVector(source, 3)
		moved := moving.Particles{Charge: s.Charge, Sticks: s.Sticks}
		for i := range s.X {
			moved.X = append(moved.X, rotation.Apply(s.X[i]).Plus(shift))
			moved.V = append(moved.V, rotation.Apply(s.V[i]))
		}
		before, err := ir.Eval(m.Module, m.Inputs(s), nil)
		require.NoError(t, err)
		after, err := ir.Eval(m.Module, m.Inputs(moved), nil)
		require.NoError(t, err)
		width, layers := m.Config.Hidden/3, 0
		for i := range m.Layers {
			x, turned := before[fmt.Sprint(i)].Float, after[fmt.Sprint(i)].Float
			if x == nil {
				continue
			}
			layers++
			want := make([]float64, len(x))
			for row := range s.X {
				for degree := range 3 {
					first := row*9*width + degree*degree*width
					for a, line := range turnOf(degree, rotation) {
						for b, factor := range line {
							for c := range width {
								want[first+a*width+c] += factor * x[first+b*width+c]
							}
						}
					}
				}
			}
			allclose.Require(t, fmt.Sprintf("features of layer %d", i), want, turned, moving.Symmetric)
		}
		require.GreaterOrEqual(t, layers, m.Config.Layers-1)
	})
}

// kernelWeights is a weight of a kernel's last layer and the number of its
// columns for a product, which are the columns of all input channels.
type kernelWeights struct {
	name            string
	products, width int
}

// kernels are the last layers of all kernels.
func kernels(t *testing.T, m moving.Model) (all []kernelWeights) {
	t.Helper()
	for _, param := range m.Params {
		if !strings.Contains(param.Name, "/linear3/") {
			continue
		}
		var from, to int
		parts := strings.Split(param.Name, "/")
		_, err := fmt.Sscanf(parts[len(parts)-3], "%dto%d", &from, &to)
		require.NoError(t, err, param.Name)
		products := 2*min(from, to) + 1
		all = append(all, kernelWeights{param.Name, products, param.Columns / products})
	}
	return all
}

// without is the model with the chosen products of a kernel at zero.
func without(m moving.Model, zero func(k kernelWeights, product int) bool, all []kernelWeights) moving.Model {
	other := moving.Model{Model: m.Model, Weights: map[string]ir.Tensor{}}
	for name, weight := range m.Weights {
		other.Weights[name] = ir.Tensor{Shape: weight.Shape, Float: slices.Clone(weight.Float)}
	}
	for _, k := range all {
		weight := other.Weights[k.name]
		for i := range weight.Float {
			if zero(k, i%(k.products*k.width)/k.width) {
				weight.Float[i] = 0
			}
		}
	}
	return other
}

// TestOddProductsSeeReflections: of the products of a path every other one
// is odd under reflection. Without those, mirror images move as mirror
// images; with them they do not (TestReflections).
func TestOddProductsSeeReflections(t *testing.T) {
	onTensorModels(t, func(t *testing.T, m moving.Model, s moving.Particles, source *rand.Rand) {
		mirror := moving.RandomRotation(source)
		mirror[2] = mirror[2].Times(-1)
		image := func(s moving.Particles) moving.Particles {
			moved := moving.Particles{Charge: s.Charge, Sticks: s.Sticks}
			for i := range s.X {
				moved.X, moved.V = append(moved.X, mirror.Apply(s.X[i])), append(moved.V, mirror.Apply(s.V[i]))
			}
			return moved
		}
		odd := func(_ kernelWeights, product int) bool { return product%2 == 1 }
		even := without(m, odd, kernels(t, m))
		allclose.Require(t, "position", moving.Rows(image(even.Predict(t, s)).X), moving.Rows(even.Predict(t, image(s)).X), moving.Symmetric)
		require.Greater(t, moving.Farthest(image(m.Predict(t, s)), m.Predict(t, image(s))), moving.Asymmetric)
	})
}

// TestEveryProductMatters: without any of them particles go elsewhere.
func TestEveryProductMatters(t *testing.T) {
	if testing.Short() {
		t.Skip("an evaluation for each of hundreds of products, in one goroutine: the whole suite runs it")
	}
	onTensorModels(t, func(t *testing.T, m moving.Model, s moving.Particles, _ *rand.Rand) {
		with, all := m.Predict(t, s), kernels(t, m)
		for _, k := range all {
			for product := range k.products {
				one := func(other kernelWeights, at int) bool { return other == k && at == product }
				require.Greater(t, moving.Farthest(with, without(m, one, all).Predict(t, s)), 1e-9, "%s, product %d", k.name, product)
			}
		}
	})
}

// TestEveryDegreeMatters: without all paths through a degree of a layer's
// features, particles go elsewhere.
func TestEveryDegreeMatters(t *testing.T) {
	onTensorModels(t, func(t *testing.T, m moving.Model, s moving.Particles, _ *rand.Rand) {
		with, all := m.Predict(t, s), kernels(t, m)
		for layer, state := range m.Layers {
			if state.Features == nil {
				continue
			}
			for degree := range 3 {
				through := fmt.Sprintf("layer%d/", layer+1)
				path := fmt.Sprintf("/%dto", degree)
				cut := func(k kernelWeights, _ int) bool {
					return strings.HasPrefix(k.name, through) && strings.Contains(k.name, path)
				}
				require.Greater(t, moving.Farthest(with, without(m, cut, all).Predict(t, s)), 1e-6, "degree %d after layer %d", degree, layer)
			}
		}
	})
}
