package joints_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/joints"
	"gmnc/internal/test/allclose"
	"gmnc/ir"
	"gmnc/system"
)

// swing is a pendulum of four particles that turns about y, with a rotor and friction.
type swing struct {
	rest, mass       []float64
	rotor, damping   float64
	coulomb          float64
	law              []float64 // of system.FrictionLaw
	memory           []float64 // of system.FrictionMemory
	network          []float64 // of system.FrictionNetwork
	drive            []float64 // of system.Drive
	interval         float64
	layers           int
	q, rate, z, load float64
}

// typicalSwing has no friction.
func typicalSwing() swing {
	return swing{
		rest: []float64{0.5, 0, 0, 0.7, 0.1, 0, 0.6, 0, 0.1, 0.6, -0.1, -0.2}, mass: []float64{1, 0.5, 0.5, 1},
		rotor: 0.3, damping: 0.2, interval: 0.01, layers: 4, q: 0.4, rate: 0.7, load: 3,
	}
}

// links are the inertia of the pendulum, and the load of gravity at an angle.
func (s swing) links(q float64) (inertia, gravity float64) {
	sin, cos := math.Sincos(q)
	for i, m := range s.mass {
		x, z := s.rest[3*i], s.rest[3*i+2]
		inertia += m * (x*x + z*z)
		gravity += m * 9.81 * (cos*x + sin*z)
	}
	return inertia, gravity
}

// reference is where the pendulum is after steps of the interval, by very many small ones.
func (s swing) reference(steps int) (q, w, z float64) {
	const parts = 2000
	h := s.interval / parts
	q, w, z = s.q, s.rate, s.z
	load := s.load
	if s.drive != nil {
		load = s.drive[0]*load - s.drive[1]
	}
	law := s.law
	if law == nil {
		law = []float64{0, 0, 0, 0, 0, 0, 0, 1}
	}
	for range steps * parts {
		inertia, gravity := s.links(q)
		direction := z
		if s.memory == nil {
			direction = w / math.Sqrt(w*w+1e-6)
		}
		links := load
		var change float64
		for range 12 {
			size := math.Abs(links)
			fade := math.Exp(-w * w / (law[7] * law[7]))
			friction := (s.damping+law[0])*w + (law[1]+law[4]*size)*math.Cbrt(w) + direction*max(0, s.coulomb+law[2]+law[3]*size+(law[5]+law[6]*size)*fade)
			friction += s.bumps(q, w, links)
			change = (load + gravity - friction) / (inertia + s.rotor)
			links = inertia*change - gravity
		}
		w += h * change
		q += h * w
		if s.memory != nil {
			z += h * ((w-math.Abs(w)*z)/s.memory[0] - s.memory[1]*z)
		}
	}
	return q, w, z
}

// bumps is the network's value.
func (s swing) bumps(state ...float64) (sum float64) {
	if s.network == nil {
		return 0
	}
	const n = system.NetworkBumps
	for k := range n {
		square := 0.
		for i, x := range state {
			d := x*s.network[i] - s.network[3+3*k+i]
			square += d * d
		}
		sum += s.network[3+3*n+k] * math.Exp(-square/(2*0.7*0.7))
	}
	return sum
}

// config is that of the pendulum's model.
func (s swing) config() config.Config {
	c := armConfig()
	c.Layers, c.Joints, c.Time = s.layers, 1, s.interval
	c.Fields = []string{"mass", "gravity", "rest", "joint_anchor", "turn_axis", "torque", "turn_damping", "turn_friction", "rotor_inertia"}
	for name, given := range map[string][]float64{"friction_law": s.law, "friction_memory": s.memory, "friction_network": s.network} {
		if given != nil {
			c.Fields = append(c.Fields, name)
		}
	}
	slices.Sort(c.Fields)
	return c
}

// inputs are those of the module.
func (s swing) inputs(t *testing.T, module *ir.Module) map[string]ir.Tensor {
	column := func(values ...float64) ir.Tensor { return ir.Tensor{Shape: []int{4, len(values) / 4}, Float: values} }
	each := func(values ...float64) ir.Tensor { return column(slices.Repeat(values, 4)...) }
	first := ir.Tensor{Shape: []int{4}, Index: make([]int64, 4)}
	position, velocity := []float64{}, []float64{}
	sin, cos := math.Sincos(s.q)
	for i := range s.mass {
		x, y, z := s.rest[3*i], s.rest[3*i+1], s.rest[3*i+2]
		at := []float64{cos*x + sin*z, y, cos*z - sin*x}
		position, velocity = append(position, at...), append(velocity, s.rate*at[2], 0, -s.rate*at[0])
	}
	all := map[string]ir.Tensor{
		"q": each(s.q), "rate": each(s.rate), "torque": each(s.load), "memory": each(s.z), "mass": column(s.mass...), "gravity": each(0, 0, -9.81),
		"rest": column(s.rest...), "joint_anchor": each(0, 0, 0), "turn_axis": each(0, 1, 0), "turn_damping": each(s.damping), "turn_friction": each(s.coulomb),
		"rotor_inertia": each(s.rotor), "is_tree": column(1, 0, 0, 0), "partner": first, "root": first, "system": first,
		"is_body": each(1), "body": first, "edge_type": each(0), "position": column(position...), "velocity": column(velocity...),
	}
	for name, given := range map[string][]float64{"friction_law": s.law, "friction_memory": s.memory, "friction_network": s.network, "drive": s.drive} {
		if given != nil {
			all[name] = each(given...)
		}
	}
	inputs := map[string]ir.Tensor{}
	for _, input := range module.Main.Inputs {
		value, known := all[input.Name]
		switch {
		case known:
		case input.Type.DType == ir.Index:
			value = first
		case strings.HasPrefix(input.Name, "is_"): // no other objects
			value = each(0)
		default:
			t.Fatalf("%s is not given", input.Name)
		}
		inputs[input.Name] = value
	}
	return inputs
}

// moved is where the model has the pendulum after steps.
func (s swing) moved(t *testing.T, steps int) (q, w, z float64) {
	model, err := joints.InCoordinates(s.config(), s.drive != nil)
	require.NoError(t, err)
	for range steps {
		out, err := ir.Eval(model.Module, s.inputs(t, model.Module), nil)
		require.NoError(t, err)
		s.q, s.rate = out["q"].Float[0], out["rate"].Float[0]
		if s.memory != nil {
			s.z = out["memory"].Float[0]
		}
	}
	return s.q, s.rate, s.z
}

// TestFrictionLaw: a joint moves as its equation says, which is solved in small steps here, with each
// part of the law of friction.
func TestFrictionLaw(t *testing.T) {
	network := make([]float64, system.FrictionNetwork.Columns)
	copy(network, []float64{2, 1.5, 0.1, 0.9, 1, 0.4, 0.2, -1, 0})
	copy(network[3+3*system.NetworkBumps:], []float64{1.5, -2})
	for name, change := range map[string]func(s *swing){
		"nothing":          func(s *swing) { s.law = []float64{0, 0, 0, 0, 0, 0, 0, 1} },
		"viscous":          func(s *swing) { s.law = []float64{-0.15, 0, 0, 0, 0, 0, 0, 1} },
		"root":             func(s *swing) { s.law = []float64{0, 1.2, 0, 0, 0, 0, 0, 1} },
		"less at a root":   func(s *swing) { s.law = []float64{0, -0.4, 0, 0, 0, 0, 0, 1} },
		"constant":         func(s *swing) { s.coulomb, s.law = 2, []float64{0, 0, -1.2, 0, 0, 0, 0, 1} },
		"load":             func(s *swing) { s.law = []float64{0, 0, 0, 0.15, 0, 0, 0, 1} },
		"load at a root":   func(s *swing) { s.law = []float64{0, 0, 0, 0, 0.1, 0, 0, 1} },
		"Stribeck":         func(s *swing) { s.coulomb, s.law = 1, []float64{0, 0, 0, 0, 0, 0.8, 0, 0.9} },
		"Stribeck by load": func(s *swing) { s.coulomb, s.law = 1, []float64{0, 0, 0, 0, 0, 0, -0.1, 0.9} },
		"below 0":          func(s *swing) { s.coulomb, s.law = 1, []float64{0, 0, 0, 0, 0, -3, 0, 2} },
		"network":          func(s *swing) { s.network = network },
		"memory":           func(s *swing) { s.coulomb, s.memory, s.z = 3, []float64{0.02, 0.5}, -1 },
		"a short memory":   func(s *swing) { s.coulomb, s.memory, s.z = 3, []float64{0.001, 0}, -1 },
		"all": func(s *swing) {
			s.coulomb, s.law, s.memory, s.z, s.network, s.drive = 2, []float64{0.1, 0.3, 0, 0.1, 0.05, -0.5, 0.02, 0.5}, []float64{0.01, 1}, 0.3, network, []float64{2, 0.7}
		},
	} {
		for _, rate := range []float64{0.7, -0.9} {
			s := typicalSwing()
			s.rate = rate
			change(&s)
			const steps = 2
			wantQ, wantW, wantZ := s.reference(steps)
			q, w, z := s.moved(t, steps)
			moved := math.Abs(wantW - s.rate)
			t.Logf("%s: %g of %g", name, w-wantW, moved)
			require.InDelta(t, wantW, w, 4e-4*moved+1e-5, name)
			require.InDelta(t, wantQ, q, 2e-4*math.Abs(wantQ-s.q)+1e-6, name)
			require.InDelta(t, wantZ, z, 5e-3, name)
		}
	}
}

// TestMemoryHolds: a joint whose friction is larger than its load stays where it is, pressed
// into the friction as a spring.
func TestMemoryHolds(t *testing.T) {
	s := typicalSwing()
	_, gravity := s.links(s.q)
	s.rate, s.coulomb, s.memory, s.load = 0, 8, []float64{1e-3, 0}, 4-gravity
	const steps = 25
	wantQ, _, wantZ := s.reference(steps)
	q, w, z := s.moved(t, steps)
	t.Logf("%g from %g, %g and %g", q-s.q, wantQ-s.q, z, wantZ)
	require.InDelta(t, wantQ, q, 2e-4)
	require.InDelta(t, 0, w, 0.05)
	require.InDelta(t, wantZ, z, 0.1)
}

// TestFrictionOfPositions: the model of particles moves as the one in joint coordinates, whose
// memory is of the motion.
func TestFrictionOfPositions(t *testing.T) {
	s := typicalSwing()
	s.q, s.coulomb, s.law, s.memory = -2.8, 2, []float64{0.1, 0.3, 0, 0.1, 0.05, -0.5, 0.02, 0.5}, []float64{0.01, 1}
	s.network = make([]float64, system.FrictionNetwork.Columns)
	copy(s.network, []float64{1, 1, 0.1, -2.8, 0.7, 0})
	s.network[3+3*system.NetworkBumps] = 3
	s.z = 1
	q, _, _ := s.moved(t, 1)
	model, err := builder.New(s.config(), false)
	require.NoError(t, err)
	out, err := ir.Eval(model.Module, s.inputs(t, model.Module), nil)
	require.NoError(t, err)
	sin, cos := math.Sincos(q)
	allclose.Within(t, []float64{0.5 * cos, 0, -0.5 * sin}, out["position"].Float[:3], 1e-6)
}

// TestFrictionLawAlone: what friction depends on goes with joints of one axis alone.
func TestFrictionLawAlone(t *testing.T) {
	for _, field := range []string{"friction_law", "friction_memory", "friction_network"} {
		c := armConfig()
		c.Fields = append(c.Fields[:len(c.Fields):len(c.Fields)], "joint_type", field)
		_, err := builder.New(c, false)
		require.ErrorContains(t, err, "does not go with ball joints")
	}
}
