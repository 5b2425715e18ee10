package measure

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/ir"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

// doubling is a session of a step that doubles positions, keeps velocities, and adds a force to
// velocities. Gradients follow.
type doubling struct{ runtime.Session }

func (doubling) Run(batch runtime.Batch) (map[string]runtime.Tensor, error) {
	in := func(name string) runtime.Tensor { return batch.Inputs[name] }
	times := func(x runtime.Tensor, by float32) runtime.Tensor {
		all := make([]float32, len(x.Float))
		for i, v := range x.Float {
			all[i] = by * v
		}
		return runtime.Floats(all, x.Shape...)
	}
	dx, dv := in(ir.CotangentPrefix+"position"), in(ir.CotangentPrefix+"velocity")
	return map[string]runtime.Tensor{
		"position": times(in("position"), 2), "velocity": sum(in("velocity"), in("force")),
		ir.GradientPrefix + "position": times(dx, 2), ir.GradientPrefix + "velocity": dv, ir.GradientPrefix + "force": dv,
	}, nil
}

// TestManySteps: the cotangents of each step are those of its outputs, and of all later steps; gradients of
// an input add up over steps, or are listed by step where each has its own.
func TestManySteps(t *testing.T) {
	rows := func(x ...float32) runtime.Tensor { return runtime.Floats(x, len(x)/3, 3) }
	batch := runtime.Batch{Inputs: map[string]runtime.Tensor{"position": rows(1, 0, 0, 0, 1, 0), "velocity": rows(0, 5, 0, 0, 0, 7), "force": rows(0, 0, 1, 0, 0, 1)}}
	p := &Pullback{steps: 2, Names: []string{"position", "force"}, run: &run.Run{}}
	got, err := p.many(doubling{}, batch)
	require.NoError(t, err)
	require.Equal(t, []float32{2, 0, 0, 0, 2, 0}, got["position"], "after the first step")
	require.Equal(t, []float32{0, 5, 1, 0, 0, 8}, got["velocity"])
	// The cotangent of positions is the first velocity: 2 after a step and 4 after two.
	require.Equal(t, []float32{0, 30, 0, 0, 0, 42}, got[ir.GradientPrefix+"position"])
	// That of velocities is the first position: 1 from the second step, and twice that from the first.
	require.Equal(t, []float32{3, 0, 0, 0, 3, 0}, got[ir.GradientPrefix+"force"])
	p.run.Config.Model.PerFrame = []string{"force"}
	got, err = p.many(doubling{}, batch)
	require.NoError(t, err)
	require.Equal(t, []float32{2, 0, 0, 1, 0, 0, 0, 2, 0, 0, 1, 0}, got[ir.GradientPrefix+"force"])
	one, err := p.one(doubling{}, batch)
	require.NoError(t, err)
	require.Equal(t, []float32{0, 10, 0, 0, 0, 14}, one[ir.GradientPrefix+"position"])
	require.Equal(t, []float32{1, 0, 0, 0, 1, 0}, one[ir.GradientPrefix+"force"])
	require.NotContains(t, batch.Inputs, ir.CotangentPrefix+"position", "the batch stays")
}

// TestRandomDirection: the rows of a system move together, and count once.
func TestRandomDirection(t *testing.T) {
	x := ir.Tensor{Shape: []int{4, 2}, Float: []float64{1, -9, 1, -9, 3, 4, 3, 4}}
	gradient := ir.Tensor{Shape: []int{4, 2}, Float: []float64{1, 2, 100, 100, 3, 4, 100, 100}}
	d := randomDirection(x, gradient, 2, rand.New(rand.NewPCG(1, 2)))
	along, parts := 0., 0.
	for _, i := range []int{0, 1, 4, 5} {
		part := gradient.Float[i] * d.direction[i]
		along, parts = along+part, parts+part*part
		require.Equal(t, d.direction[i], d.direction[i+2])
	}
	require.NotEqual(t, d.direction[0], d.direction[1])
	require.NotEqual(t, d.direction[0], d.direction[4])
	require.InDelta(t, along, d.derivative, 1e-12)
	require.InDelta(t, parts, d.parts, 1e-12)
	require.Equal(t, 9., d.size)
	alone := randomDirection(x, gradient, 1, rand.New(rand.NewPCG(1, 2)))
	require.NotEqual(t, alone.direction[0], alone.direction[2])
}

// TestDivided: of poses a quarter has random positions, and of others all have, with a quarter more around
// true inputs.
func TestDivided(t *testing.T) {
	for count, few := range map[int]int{0: 0, 1: 1, 4: 1, 5: 2, 8: 2} {
		clouds, around := divided(count, true)
		require.Equal(t, [2]int{few, count - few}, [2]int{clouds, around})
		clouds, around = divided(count, false)
		require.Equal(t, [2]int{count, few}, [2]int{clouds, around})
	}
}

// TestFittingLargest: the edges of all systems together are bounded, by the largest system.
func TestFittingLargest(t *testing.T) {
	side := 1
	for side*side < mostEdges {
		side *= 2
	}
	of := func(particles ...int) *system.Ranges {
		r := &system.Ranges{}
		for _, n := range particles {
			r.Structures = append(r.Structures, system.Structure{Particles: n})
		}
		return r
	}
	require.Equal(t, 7, fitting(7, of()))
	require.Equal(t, 1, fitting(0, of()))
	require.Equal(t, 1, fitting(7, of(2, side, 3)))
	require.Equal(t, mostEdges/100, fitting(mostEdges, of(2, 10, 3)))
}

// TestCountLimited: in how many drawn systems, training inputs and test samples a limit acts; the user's own
// systems count apart.
func TestCountLimited(t *testing.T) {
	of := func(x float32) system.Sample { return system.Sample{Position: []float32{x, 0, 0}} }
	m := &Measurement{}
	text, err := m.CountLimited(nil, "")
	require.NoError(t, err)
	require.Empty(t, text)
	m.limited = func(samples []system.Sample) (acts []bool, err error) {
		for _, s := range samples {
			acts = append(acts, s.Position[0] > 1)
		}
		return acts, nil
	}
	m.Groups = []verify.Group{{Samples: []system.Sample{of(0), of(2)}}, {Own: true, Samples: []system.Sample{of(2)}}}
	text, err = m.CountLimited(nil, "")
	require.NoError(t, err)
	require.Contains(t, text, "acts in 1 of 2 drawn systems. Rotations")
	m.Sampled = &Sampled{Groups: []verify.Group{{Samples: []system.Sample{of(2)}}}, Moved: []verify.Group{{Samples: []system.Sample{of(0)}}}}
	m.Examples = []verify.Group{{Samples: []system.Sample{of(2), of(2), of(0)}}}
	text, err = m.CountLimited([]system.Sample{of(0), of(0)}, "file.npz")
	require.NoError(t, err)
	require.Contains(t, text, "acts in 2 of 4 drawn systems, in 2 of 3 training inputs and in 0 of 2 test samples of file.npz. Rotations")
	limited, err := LimitedBy(&run.Run{Config: run.Config{Model: config.Config{Clamp: config.LengthClamp}}})
	require.NoError(t, err)
	require.Nil(t, limited)
}

// TestPlus: the second may be shorter or nil, and the first stays.
func TestPlus(t *testing.T) {
	a := []float64{1, 2}
	require.Equal(t, []float64{4, 6}, plus(a, []float64{3, 4}))
	require.Equal(t, []float64{1, 2}, plus(a, nil))
	require.Equal(t, []float64{1, 2}, a)
}
