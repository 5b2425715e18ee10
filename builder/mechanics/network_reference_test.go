package mechanics_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/moving"
	"gmnc/ir"
)

// reference moves isolated particles as the comments of Write and of byRungeKutta say, with
// networks of one hidden unit. There is no other definition in it than theirs.
type reference struct {
	config  config.Config
	weights map[string]ir.Tensor
	listed  []bool // of the edges i <- j, in the order of receivers; nil for all
}

// mlp is a perceptron of a hidden unit.
func (r reference) mlp(name string, in ...float64) float64 {
	return r.linear(name+"/linear2", silu(r.linear(name+"/linear1", in...)))
}

func (r reference) linear(name string, in ...float64) float64 {
	sum := 0.0
	if bias := r.weights[name+"/bias"].Float; bias != nil {
		sum = bias[0]
	}
	for i, x := range in {
		sum += x * r.weights[name+"/weight"].Float[i]
	}
	return sum
}

func silu(x float64) float64 { return x / (1 + math.Exp(-x)) }

// radial are the features of a squared distance.
func (r reference) radial(square float64) []float64 {
	if r.config.Radial == config.SquareRadial {
		return []float64{square}
	}
	s := square / (r.config.Distance() * r.config.Distance())
	return []float64{s, 0.3 / math.Sqrt(s+0.001), math.Log(s + 0.001)}
}

// forces are those of a step on all particles, and what their features get to see.
func (r reference) forces(h []float64, first, x []moving.Vector) (force []moving.Vector, message []float64) {
	c := r.config
	talks := c.Messages != config.NoMessages
	force, message = make([]moving.Vector, len(x)), make([]float64, len(x))
	edge := 0
	for i := range x {
		count := 0.0
		for j := range x {
			if i == j {
				continue
			}
			if edge++; r.listed != nil && !r.listed[edge-1] {
				continue
			}
			count++
			offset, before := x[i].Minus(x[j]), first[i].Minus(first[j])
			var in []float64
			if talks {
				in = append(in, h[i], h[j])
			}
			in = append(append(in, r.radial(offset.Dot(offset))...), 0) // no bar
			if talks {
				in = append(in, r.radial(before.Dot(before))...)
			}
			m := silu(r.mlp("law/edge", in...))
			direction := offset
			if c.Direction == config.InverseSquare {
				direction = offset.Times(math.Pow(offset.Dot(offset)/(c.Distance()*c.Distance())+0.001, -1.5))
			}
			push := direction.Times(r.mlp("law/coordinate", m))
			force[i] = force[i].Plus(push.Times(1 / max(1, push.Norm()/(100*c.Distance()))))
			message[i] += m
		}
		count = max(1, count)
		finer := math.Pow(float64(cmp.Or(c.Finer, c.Layers))/float64(c.Layers), 2)
		switch {
		case c.Forces == config.MeanForces:
			force[i] = force[i].Times(finer / count)
		case c.Deflection != 0:
			force[i] = force[i].Times(8 * c.Deflection / (c.Distance() * math.Pow(float64(c.Layers), 2)))
		default:
			force[i] = force[i].Times(0.1 * finer)
		}
		if c.Messages != config.SumMessages {
			message[i] /= count
		}
	}
	return force, message
}

// moved are the particles after a prediction.
func (r reference) moved(s moving.Particles) moving.Particles {
	c := r.config
	steps := float64(c.Layers)
	h := c.Interval() / steps
	features := make([]float64, len(s.X))
	for i, v := range s.V {
		speed := v.Norm()
		if config.Cartesian(c.Integrator) && c.Length != 0 {
			speed *= 4 * c.Interval() / c.Length
		}
		if c.Messages != config.NoMessages {
			features[i] = r.linear("embedding", speed)
		}
	}
	updated := func(message []float64) {
		if c.Messages == config.NoMessages {
			return
		}
		for i, m := range message {
			features[i] += r.mlp("law/node", features[i], m)
		}
	}
	x, v := append([]moving.Vector{}, s.X...), append([]moving.Vector{}, s.V...)
	for range c.Layers {
		force, message := r.forces(features, s.X, x)
		switch c.Integrator {
		case "": // displacements a step, within reach of the straight ones
			reach := 3 * c.Distance() / steps
			for i := range x {
				straight := s.V[i].Times(h)
				off := v[i].Times(h).Plus(force[i]).Minus(straight)
				displacement := straight.Plus(off.Times(math.Pow(1+math.Pow(off.Norm()/reach, 4), -0.25)))
				x[i], v[i] = x[i].Plus(displacement), displacement.Times(1/h)
			}
		case config.Midpoint:
			fastest := 3 * c.Distance() / c.Interval()
			acceleration := func(force moving.Vector) moving.Vector {
				a := force.Times(1 / (h * h))
				return a.Times(1 / max(1, a.Norm()/(fastest/h)))
			}
			var half, rate []moving.Vector
			for i := range x {
				half, rate = append(half, x[i].Plus(v[i].Times(h/2))), append(rate, v[i].Plus(acceleration(force[i]).Times(h/2)))
			}
			force, _ = r.forces(features, s.X, half)
			for i := range x {
				x[i], v[i] = x[i].Plus(rate[i].Times(h)), v[i].Plus(acceleration(force[i]).Times(h))
			}
		}
		updated(message)
	}
	return moving.Particles{X: x, V: v}
}

// TestNetworkForces: what networks do to isolated particles is what the comments say, with
// every choice of forces, messages and features.
func TestNetworkForces(t *testing.T) {
	for name, change := range map[string]func(c *config.Config){
		"as they are":        func(*config.Config) {},
		"mean":               func(c *config.Config) { c.Forces = config.MeanForces },
		"sum of messages":    func(c *config.Config) { c.Messages = config.SumMessages },
		"no messages":        func(c *config.Config) { c.Messages = config.NoMessages },
		"squares":            func(c *config.Config) { c.Radial = config.SquareRadial },
		"squares alone":      func(c *config.Config) { c.Radial, c.Messages = config.SquareRadial, config.NoMessages },
		"inverse square":     func(c *config.Config) { c.Direction = config.InverseSquare },
		"deflection":         func(c *config.Config) { c.Deflection, c.Length = 0.01, 2 },
		"length and time":    func(c *config.Config) { c.Length, c.Time = 2, 0.5 },
		"one of four steps":  func(c *config.Config) { c.Finer, c.Layers = 4, 1 },
		"mean of four steps": func(c *config.Config) { c.Finer, c.Layers, c.Forces = 4, 1, config.MeanForces },
		"listed neighbors":   func(c *config.Config) { c.Sparse = true },
		"mean of listed":     func(c *config.Config) { c.Sparse, c.Forces = true, config.MeanForces },
	} {
		for _, integrator := range []string{"", config.Midpoint} {
			c := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 2, Hidden: 1, NoCharge: true, Integrator: integrator}
			change(&c)
			if c.Finer != 0 && integrator != "" {
				continue // finer steps are of forces in units of a step
			}
			built, err := builder.New(c, false)
			require.NoError(t, err, name)
			m := moving.Model{Model: built, Weights: map[string]ir.Tensor{}}
			source := rand.New(rand.NewPCG(1, 2))
			for _, p := range built.Params {
				weight := ir.Tensor{Shape: []int{p.Rows, p.Columns}}
				for range p.Rows * p.Columns {
					weight.Float = append(weight.Float, 0.5*source.NormFloat64())
				}
				m.Weights[p.Name] = weight
			}
			s := moving.Composition{Particles: 3}.Draw(rand.New(rand.NewPCG(3, 4)))
			r := reference{config: c, weights: m.Weights}
			inputs := m.Inputs(s)
			if c.Sparse {
				r.listed = []bool{true, true, false, true, false, false}
				mask := ir.Tensor{Shape: []int{6, 1}, Float: make([]float64, 6)}
				for i, listed := range r.listed {
					if listed {
						mask.Float[i] = 1
					}
				}
				inputs["edge_mask"] = mask
			}
			for _, times := range []float64{1, 1000} { // and beyond what networks may
				weight := m.Weights["law/coordinate/linear2/weight"].Float
				weight[0] *= times
				outputs, err := ir.Eval(built.Module, inputs, nil)
				require.NoError(t, err)
				if times > 1 && integrator == config.Midpoint {
					for i, v := range moving.Vectors(outputs["velocity"].Float) {
						require.Less(t, v.Minus(s.V[i]).Norm(), 3*c.Distance()/c.Interval()*(1+1e-9), name)
					}
					continue
				}
				want := r.moved(s)
				require.Greater(t, moving.Farthest(want, moving.Particles{X: straight(s, c.Interval())}), 1e-4, name)
				allclose.Within(t, moving.Rows(want.X), outputs["position"].Float, 1e-9, "%s %q %g", name, integrator, times)
				allclose.Within(t, moving.Rows(want.V), outputs["velocity"].Float, 1e-9, "%s %q %g", name, integrator, times)
			}
		}
	}
}

// straight is where particles are after a time without forces.
func straight(s moving.Particles, time float64) (x []moving.Vector) {
	for i := range s.X {
		x = append(x, s.X[i].Plus(s.V[i].Times(time)))
	}
	return x
}
