package tensors_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gmnc/builder/config"
	"gmnc/builder/harmonics"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/moving"
)

// direct evaluates tensor layers from their definition: a kernel for every
// edge, in full.
type direct struct {
	moving.Model
	s moving.Particles
	// features by particle, degree, component and channel.
	features [][3][][]float64
}

func newDirect(m moving.Model, s moving.Particles) *direct {
	d := &direct{Model: m, s: s}
	for i := range s.X {
		velocity := [][]float64{{s.V[i][0]}, {s.V[i][1]}, {s.V[i][2]}}
		d.features = append(d.features, [3][][]float64{{{s.Charge[i]}}, velocity, nil})
	}
	return d
}

// linear is x W + b, of a weight [in,out].
func (d *direct) Linear(name string, x []float64, first, count int) []float64 {
	w, b := d.Weights[name+"/weight"], d.Weights[name+"/bias"]
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
	scale, shift := d.Weights[name+"/scale"], d.Weights[name+"/shift"]
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

// kernel is the matrix from the features of degree k of particle j to the features of
// degree l of particle i, as [m'][c'][m][c]; number is the number of the path.
func (d *direct) kernel(scope string, number, k, l, i, j, from, to int) [][][][]float64 {
	offset := d.s.X[i].Minus(d.s.X[j])
	bond := 0.0
	for _, stick := range d.s.Sticks {
		if stick == [2]int{i, j} || stick == [2]int{j, i} {
			bond = 1
		}
	}
	radial := []float64{offset.Norm(), d.s.Charge[i] * d.s.Charge[j], bond}
	path := fmt.Sprintf("%s/%dto%d", scope, k, l)
	hidden := d.normRelu(scope+"/norm1", d.Linear(scope+"/linear1", radial, 32*number, 32), 32*number)
	hidden = d.normRelu(scope+"/norm2", d.Linear(path+"/linear2", hidden, 0, 32), 32*number)
	weight, bias := d.Weights[path+"/linear3/weight"].Float, d.Weights[path+"/linear3/bias"].Float

	y := harmonics.At([3]float64(offset.Times(1 / offset.Norm())))
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

// others are the neighbors of particle i.
func (d *direct) others(i int) (all []int) {
	for j := range d.s.X {
		if j != i {
			all = append(all, j)
		}
	}
	return all
}

// convolution is a layer of TFN to the given degrees of width channels.
func (d *direct) convolution(scope string, to []int, width int) {
	next := make([][3][][]float64, len(d.s.X))
	for i := range next {
		for _, l := range to {
			next[i][l] = zeros(2*l+1, width)
			for _, j := range d.others(i) {
				d.message(scope, to, l, i, j, 1/float64(len(d.s.X)-1), next[i][l])
			}
			d.own(fmt.Sprintf("%s/own/degree%d", scope, l), d.features[i][l], next[i][l])
		}
	}
	d.features = next
}

// attention is a layer of the SE(3)-Transformer to degrees 0 to 2 of width
// channels, with values and keys of inner channels.
func (d *direct) attention(scope string, width, inner int) {
	next := make([][3][][]float64, len(d.s.X))
	for i := range next {
		found := [3][][]float64{}
		var powers []float64
		sum := 0.0
		for _, j := range d.others(i) {
			score, size := 0.0, 0
			for _, l := range d.degrees() {
				query, key := zeros(2*l+1, inner), zeros(2*l+1, inner)
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
			found[l], next[i][l] = zeros(2*l+1, inner), zeros(2*l+1, width)
			for at, j := range d.others(i) {
				d.message(scope+"/values", []int{0, 1, 2}, l, i, j, powers[at]/sum, found[l])
			}
			d.own(fmt.Sprintf("%s/found/degree%d", scope, l), found[l], next[i][l])
			d.own(fmt.Sprintf("%s/own/degree%d", scope, l), d.features[i][l], next[i][l])
		}
	}
	d.features = next
}

// own adds a linear map of the channels, where the weight exists.
func (d *direct) own(name string, x, y [][]float64) {
	weight, ok := d.Weights[name]
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

// positions returns the positions of the particles, moved by the features of degree 1
// times scale.
func (d *direct) positions(scale float64) []float64 {
	var all []float64
	for i, x := range d.s.X {
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
	m := moving.NewModel(t, config.Config{Model: "tfn", Form: config.Published, Layers: 3, Hidden: 9})
	s := moving.Composition{Particles: 2, Sticks: 1}.Draw(rand.New(rand.NewPCG(7, 8)))
	d := newDirect(m, s)
	for _, scope := range []string{"layer0", "layer1"} {
		d.convolution(scope, []int{0, 1, 2}, 3)
		d.nonlinearity(scope)
	}
	d.convolution("layer2", []int{1}, 1)
	allclose.Require(t, "position", d.positions(1), moving.Rows(m.Predict(t, s).X), exact)
}

// TestSE3TransformerIsItsDefinition compares a whole small network.
func TestSE3TransformerIsItsDefinition(t *testing.T) {
	m := moving.NewModel(t, config.Config{Model: "se3-transformer", Form: config.Published, Layers: 2, Hidden: 24})
	m.Weights["layer2/scale"].Float[0] = 0.8
	s := moving.Composition{Particles: 2, Sticks: 1}.Draw(rand.New(rand.NewPCG(7, 8)))
	d := newDirect(m, s)
	for _, scope := range []string{"layer0", "layer1"} {
		d.attention(scope, 8, 2)
		d.nonlinearity(scope)
	}
	d.convolution("layer2", []int{1}, 1)
	allclose.Require(t, "position", d.positions(0.8), moving.Rows(m.Predict(t, s).X), exact)
}
