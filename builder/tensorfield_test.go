package builder_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/harmonics"
	"gmnc/internal/near"
	"gmnc/internal/variants"
	"gmnc/ir"
)

// onTensorModels runs the test with every model whose features have degrees,
// deep enough for every path between degrees to reach the output.
func onTensorModels(t *testing.T, test func(t *testing.T, m model, s system, source *rand.Rand)) {
	for _, config := range variants.Forms(3, 12) {
		if builder.Describe(config.Model).Degrees == 0 {
			continue
		}
		t.Run(config.Model, func(t *testing.T) {
			source := rand.New(rand.NewPCG(5, 6))
			test(t, newModel(t, config), composition{2, 1, 0}.draw(source), source)
		})
	}
}

// turnOf is the matrix by which a rotation turns features of a degree: of
// degree 2, that of symmetric tensors without a trace.
func turnOf(degree int, rotation transform) [][]float64 {
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
	onTensorModels(t, func(t *testing.T, m model, s system, source *rand.Rand) {
		require.NoError(t, ir.Extend(m.Module, func(b *ir.Builder) {
			for i, layer := range m.Layers {
				if layer.Features != nil {
					b.Output(fmt.Sprint(i), layer.Features)
				}
			}
		}))
		rotation, shift := randomRotation(source), randomVector(source, 3)
		moved := system{charge: s.charge, sticks: s.sticks}
		for i := range s.x {
			moved.x = append(moved.x, rotation.apply(s.x[i]).plus(shift))
			moved.v = append(moved.v, rotation.apply(s.v[i]))
		}
		before, err := ir.Eval(m.Module, m.inputs(s), nil)
		require.NoError(t, err)
		after, err := ir.Eval(m.Module, m.inputs(moved), nil)
		require.NoError(t, err)
		width, layers := m.Config.Hidden/3, 0
		for i := range m.Layers {
			x, turned := before[fmt.Sprint(i)].Float, after[fmt.Sprint(i)].Float
			if x == nil {
				continue
			}
			layers++
			want := make([]float64, len(x))
			for row := range s.x {
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
			near.Require(t, fmt.Sprintf("features of layer %d", i), want, turned, symmetric)
		}
		require.GreaterOrEqual(t, layers, m.Config.Layers-1)
	})
}

// kernelWeights is a weight of a kernel's last layer and the number of its
// columns for a product, which are those of all input channels.
type kernelWeights struct {
	name            string
	products, width int
}

// kernels are the last layers of all kernels.
func (m model) kernels(t *testing.T) (all []kernelWeights) {
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
func (m model) without(zero func(k kernelWeights, product int) bool, all []kernelWeights) model {
	other := model{m.Model, map[string]ir.Tensor{}}
	for name, weight := range m.weights {
		other.weights[name] = ir.Tensor{Shape: weight.Shape, Float: slices.Clone(weight.Float)}
	}
	for _, k := range all {
		weight := other.weights[k.name]
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
	onTensorModels(t, func(t *testing.T, m model, s system, source *rand.Rand) {
		mirror := randomRotation(source)
		mirror[2] = mirror[2].times(-1)
		image := func(s system) system {
			moved := system{charge: s.charge, sticks: s.sticks}
			for i := range s.x {
				moved.x, moved.v = append(moved.x, mirror.apply(s.x[i])), append(moved.v, mirror.apply(s.v[i]))
			}
			return moved
		}
		odd := func(_ kernelWeights, product int) bool { return product%2 == 1 }
		even := m.without(odd, m.kernels(t))
		near.Require(t, "position", rows(image(even.predict(t, s)).x), rows(even.predict(t, image(s)).x), symmetric)
		require.Greater(t, farthest(image(m.predict(t, s)), m.predict(t, image(s))), asymmetric)
	})
}

// TestEveryProductMatters: without any of them particles go elsewhere.
func TestEveryProductMatters(t *testing.T) {
	onTensorModels(t, func(t *testing.T, m model, s system, _ *rand.Rand) {
		with, all := m.predict(t, s), m.kernels(t)
		for _, k := range all {
			for product := range k.products {
				one := func(other kernelWeights, at int) bool { return other == k && at == product }
				require.Greater(t, farthest(with, m.without(one, all).predict(t, s)), 1e-9, "%s, product %d", k.name, product)
			}
		}
	})
}

// TestEveryDegreeMatters: without all paths through a degree of a layer's
// features, particles go elsewhere.
func TestEveryDegreeMatters(t *testing.T) {
	onTensorModels(t, func(t *testing.T, m model, s system, _ *rand.Rand) {
		with, all := m.predict(t, s), m.kernels(t)
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
				require.Greater(t, farthest(with, m.without(cut, all).predict(t, s)), 1e-6, "degree %d after layer %d", degree, layer)
			}
		}
	})
}

// direct evaluates tensor layers from their definition: a kernel for every
// edge, in full.
type direct struct {
	model
	s system
	// features by particle, degree, component and channel.
	features [][3][][]float64
}

func newDirect(m model, s system) *direct {
	d := &direct{model: m, s: s}
	for i := range s.x {
		velocity := [][]float64{{s.v[i][0]}, {s.v[i][1]}, {s.v[i][2]}}
		d.features = append(d.features, [3][][]float64{{{s.charge[i]}}, velocity, nil})
	}
	return d
}

// linear is x W + b, of a weight [in,out].
func (d *direct) linear(name string, x []float64, first, count int) []float64 {
	w, b := d.weights[name+"/weight"], d.weights[name+"/bias"]
	y := make([]float64, count)
	for j := range y {
		y[j] = b.Float[first+j]
		for i := range x {
			y[j] += x[i] * w.Float[i*w.Shape[1]+first+j]
		}
	}
	return y
}

// normRelu is LayerNorm and ReLU.
func (d *direct) normRelu(name string, x []float64, first int) []float64 {
	scale, shift := d.weights[name+"/scale"], d.weights[name+"/shift"]
	mean, variance := 0.0, 0.0
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		variance += (v - mean) * (v - mean) / float64(len(x))
	}
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = max(0, (v-mean)/math.Sqrt(variance+1e-5)*scale.Float[first+i]+shift.Float[first+i])
	}
	return y
}

// kernel is the matrix from the features of degree k of particle j to those
// of degree l of particle i, as [m'][c'][m][c]; number is that of the path.
func (d *direct) kernel(scope string, number, k, l, i, j, from, to int) [][][][]float64 {
	offset := d.s.x[i].minus(d.s.x[j])
	bond := 0.0
	for _, stick := range d.s.sticks {
		if stick == [2]int{i, j} || stick == [2]int{j, i} {
			bond = 1
		}
	}
	radial := []float64{offset.norm(), d.s.charge[i] * d.s.charge[j], bond}
	path := fmt.Sprintf("%s/%dto%d", scope, k, l)
	hidden := d.normRelu(scope+"/norm1", d.linear(scope+"/linear1", radial, 32*number, 32), 32*number)
	hidden = d.normRelu(scope+"/norm2", d.linear(path+"/linear2", hidden, 0, 32), 32*number)
	weight, bias := d.weights[path+"/linear3/weight"].Float, d.weights[path+"/linear3/bias"].Float

	y := harmonics.At([3]float64(offset.times(1 / offset.norm())))
	lowest, products := max(k-l, l-k), 2*min(k, l)+1
	tables := make([][]float64, products)
	for product := range tables {
		tables[product] = harmonics.ClebschGordan(l, k, lowest+product)
	}
	kernel := make([][][][]float64, 2*l+1)
	for a := range kernel {
		kernel[a] = make([][][]float64, to)
		for out := range to {
			kernel[a][out] = make([][]float64, 2*k+1)
			for b := range kernel[a][out] {
				kernel[a][out][b] = make([]float64, from)
				for in := range from {
					for product := range products {
						at := (out*products+product)*from + in
						strength := bias[at]
						for r, h := range hidden {
							strength += h * weight[at*32+r]
						}
						for m, value := range y[lowest+product] {
							kernel[a][out][b][in] += strength * value * tables[product][(a*(2*k+1)+b)*len(y[lowest+product])+m]
						}
					}
				}
			}
		}
	}
	return kernel
}

// degrees are those that the features have.
func (d *direct) degrees() (all []int) {
	for k, x := range d.features[0] {
		if x != nil {
			all = append(all, k)
		}
	}
	return all
}

// message adds, to the features of particle i of degree l, factor times the
// sum over all degrees of the kernel times the features of particle j.
func (d *direct) message(scope string, to []int, l, i, j int, factor float64, sum [][]float64) {
	for index, k := range d.degrees() {
		number := slices.Index(to, l)*len(d.degrees()) + index
		kernel := d.kernel(scope, number, k, l, i, j, len(d.features[j][k][0]), len(sum[0]))
		for a := range kernel {
			for out := range kernel[a] {
				for b := range kernel[a][out] {
					for in, entry := range kernel[a][out][b] {
						sum[a][out] += factor * entry * d.features[j][k][b][in]
					}
				}
			}
		}
	}
}

func zeros(rows, columns int) [][]float64 {
	all := make([][]float64, rows)
	for i := range all {
		all[i] = make([]float64, columns)
	}
	return all
}

// others are the neighbours of particle i.
func (d *direct) others(i int) (all []int) {
	for j := range d.s.x {
		if j != i {
			all = append(all, j)
		}
	}
	return all
}

// convolution is a layer of TFN to the given degrees of so many channels.
func (d *direct) convolution(scope string, to []int, width int) {
	next := make([][3][][]float64, len(d.s.x))
	for i := range next {
		for _, l := range to {
			next[i][l] = zeros(2*l+1, width)
			for _, j := range d.others(i) {
				d.message(scope, to, l, i, j, 1/float64(len(d.s.x)-1), next[i][l])
			}
			d.own(fmt.Sprintf("%s/own/degree%d", scope, l), d.features[i][l], next[i][l])
		}
	}
	d.features = next
}

// attention is a layer of the SE(3)-Transformer to degrees 0 to 2 of so many
// channels.
func (d *direct) attention(scope string, width int) {
	next := make([][3][][]float64, len(d.s.x))
	for i := range next {
		var powers []float64
		sum := 0.0
		for _, j := range d.others(i) {
			score, size := 0.0, 0
			for _, l := range d.degrees() {
				query, key := zeros(2*l+1, width), zeros(2*l+1, width)
				d.own(fmt.Sprintf("%s/keys/query/degree%d", scope, l), d.features[i][l], query)
				d.message(scope+"/keys", d.degrees(), l, i, j, 1, key)
				for a := range key {
					for c := range key[a] {
						score += query[a][c] * key[a][c]
						size++
					}
				}
			}
			powers = append(powers, math.Exp(score/math.Sqrt(float64(size))))
			sum += powers[len(powers)-1]
		}
		for l := range 3 {
			next[i][l] = zeros(2*l+1, width)
			for at, j := range d.others(i) {
				d.message(scope+"/values", []int{0, 1, 2}, l, i, j, powers[at]/sum, next[i][l])
			}
		}
	}
	d.features = next
}

// own adds a linear map of the channels, where the weight exists.
func (d *direct) own(name string, x, y [][]float64) {
	weight, ok := d.weights[name]
	if !ok {
		return
	}
	for a := range x {
		for in := range x[a] {
			for out := range y[a] {
				y[a][out] += x[a][in] * weight.Float[in*weight.Shape[1]+out]
			}
		}
	}
}

// nonlinearity scales the unit vectors by what their norms become.
func (d *direct) nonlinearity(scope string) {
	for i := range d.features {
		for k, x := range d.features[i] {
			norms := make([]float64, len(x[0]))
			for c := range norms {
				for a := range x {
					norms[c] += x[a][c] * x[a][c]
				}
				norms[c] = math.Sqrt(norms[c])
			}
			scaled := d.normRelu(fmt.Sprintf("%s/norm/degree%d", scope, k), norms, 0)
			for c := range norms {
				for a := range x {
					x[a][c] *= scaled[c] / norms[c]
				}
			}
		}
	}
}

// positions are those of the particles, moved by the features of degree 1
// times scale.
func (d *direct) positions(scale float64) []float64 {
	var all []float64
	for i, x := range d.s.x {
		for axis := range 3 {
			all = append(all, x[axis]+scale*d.features[i][1][axis][0])
		}
	}
	return all
}

// exact is a few hundred roundings.
const exact = 1e-12

// TestTFNIsItsDefinition compares a whole small network.
func TestTFNIsItsDefinition(t *testing.T) {
	m := newModel(t, builder.Config{Model: "tfn", Form: builder.Published, Layers: 3, Hidden: 9})
	s := composition{2, 1, 0}.draw(rand.New(rand.NewPCG(7, 8)))
	d := newDirect(m, s)
	for _, scope := range []string{"layer0", "layer1"} {
		d.convolution(scope, []int{0, 1, 2}, 3)
		d.nonlinearity(scope)
	}
	d.convolution("layer2", []int{1}, 1)
	near.Require(t, "position", d.positions(1), rows(m.predict(t, s).x), exact)
}

// TestSE3TransformerIsItsDefinition compares a whole small network.
func TestSE3TransformerIsItsDefinition(t *testing.T) {
	m := newModel(t, builder.Config{Model: "se3-transformer", Form: builder.Published, Layers: 2, Hidden: 9})
	m.weights["layer2/scale"].Float[0] = 0.8
	s := composition{2, 1, 0}.draw(rand.New(rand.NewPCG(7, 8)))
	d := newDirect(m, s)
	for _, scope := range []string{"layer0", "layer1"} {
		d.attention(scope, 3)
		d.nonlinearity(scope)
	}
	d.convolution("layer2", []int{1}, 1)
	near.Require(t, "position", d.positions(0.8), rows(m.predict(t, s).x), exact)
}
