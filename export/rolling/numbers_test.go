package rolling_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/export"
	"gmnc/export/emit"
	"gmnc/export/rolling"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/exported"
	"gmnc/ir"
	"gmnc/onnx"
	"gmnc/onnx/onnxpb"
	"gmnc/runtime"
)

// falling returns a module in which a step adds the velocity to the position, and the force times the mass to the
// velocity. Its radii are the sizes of the velocity's components, that of the system is a sum. It has one of velocities
// unless that is left out.
func falling(t *testing.T, ofVelocities bool) *ir.Module {
	t.Helper()
	m := exported.SystemModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		rows := ir.Rows("particles")
		x, v, force, mass := b.Input("position", ir.Floats(rows, 3)), b.Input("velocity", ir.Floats(rows, 3)), b.Input("force", ir.Floats(rows, 3)), b.Input("mass", ir.Floats(rows, 1))
		b.Output("position", b.Add(x, v))
		b.Output("velocity", b.Add(v, b.Mul(mass, force)))
		size := func(axis int) *ir.Value { return b.Abs(b.Columns(v, axis, axis+1)) }
		b.Output("position_radius", size(0))
		if ofVelocities {
			b.Output("velocity_radius", size(1))
		}
		b.Output("system_radius", b.SumSystems(size(2), b.Input(ir.SystemInput, ir.Indices("particles", rows))))
	}))
	return m
}

// forces are the forces on two particles in three steps.
var forces = []float32{1, 0, 0, 0, 1, -1, 0, 2, 0, 1, 1, 1, -1, 0, 3, 0, 0, -2}

// start returns the inputs of a system of two particles.
func start() map[string]runtime.Tensor {
	return map[string]runtime.Tensor{
		"position": runtime.Floats([]float32{0, 1, 2, 3, 4, 5}, 1, 2, 3), "velocity": runtime.Floats([]float32{1, -2, 0.5, -1, 1, 3}, 1, 2, 3),
		"force": runtime.Floats(forces, 3, 1, 2, 3), "mass": runtime.Floats([]float32{2, 0.5}, 1, 2, 1),
	}
}

// moved holds what three steps should make of start: the states after each, and before it the velocities.
type moved struct{ x, v, before [3][6]float64 }

func threeSteps() (m moved) {
	x, v := [6]float64{0, 1, 2, 3, 4, 5}, [6]float64{1, -2, 0.5, -1, 1, 3}
	for k := range 3 {
		m.before[k] = v
		for i := range 6 {
			x[i] += v[i]
			v[i] += []float64{2, 0.5}[i/3] * float64(forces[6*k+i])
		}
		m.x[k], m.v[k] = x, v
	}
	return m
}

// flat returns all numbers of three steps.
func flat(of [3][6]float64) (all []float64) {
	for _, one := range of {
		all = append(all, one[:]...)
	}
	return all
}

// file returns a file of a module that rolls, and its graph.
func file(t *testing.T, m *ir.Module, rollout *rolling.Rollout, gradients ...string) ([]byte, *onnxpb.GraphProto) {
	t.Helper()
	data, err := export.Model(m, nil, export.Info{Config: "{}", Rollout: rollout, Gradients: gradients})
	require.NoError(t, err)
	require.NoError(t, onnx.Check(data))
	return data, exported.Parse(t, data).Graph
}

// outputs returns what a file computes.
func outputs(t *testing.T, data []byte, inputs map[string]runtime.Tensor) map[string]runtime.Tensor {
	t.Helper()
	got, err := exported.Open(t, data).Run(runtime.Batch{Inputs: inputs})
	require.NoError(t, err)
	return got
}

// TestStatesOfSteps: a file of many steps, unrolled or a Loop, returns the state after each, under the force of
// each. A step without a force is refused, and no steps have no states.
func TestStatesOfSteps(t *testing.T) {
	perFrame := []string{"force", "charge"} // no output depends on a charge
	unrolled, graph := file(t, falling(t, true), &rolling.Rollout{Steps: 3, PerFrame: perFrame})
	want, got := threeSteps(), outputs(t, unrolled, start())
	require.Equal(t, []int{3, 1, 2, 3}, got["predicted_positions"].Shape)
	allclose.Within(t, flat(want.x), wide(got["predicted_positions"]), 1e-6)
	allclose.Within(t, flat(want.v), wide(got["predicted_velocities"]), 1e-6)
	require.Contains(t, emit.Find(graph.Input, "force").GetDocString(), "float32 [3, batch, particles, 3]: ")
	require.Equal(t, "float32 [3, batch, particles, 3]: positions of the particles; after every step, without the input state", graph.Output[0].GetDocString())

	loop, graph := file(t, falling(t, true), &rolling.Rollout{PerFrame: perFrame})
	require.Equal(t, "float32 [steps, batch, particles, 3]: positions of the particles; after every step, without the input state", graph.Output[0].GetDocString())
	require.Equal(t, []any{"steps", "batch", "particles", int64(3)}, exported.Axes(emit.Find(graph.Input, "force")))
	inputs := start()
	for _, steps := range []int{0, 3} {
		inputs[rolling.StepsInput] = runtime.Tensor{Shape: []int{}, Index: []int64{int64(steps)}}
		all := outputs(t, loop, inputs)
		require.Equal(t, []int{steps, 1, 2, 3}, all["predicted_positions"].Shape)
		require.Equal(t, got["predicted_positions"].Float[:6*steps], all["predicted_positions"].Float)
		require.Equal(t, got["predicted_velocities"].Float[:6*steps], all["predicted_velocities"].Float)
	}
	inputs[rolling.StepsInput] = runtime.Tensor{Shape: []int{}, Index: []int64{4}}
	_, err := exported.Open(t, loop).Run(runtime.Batch{Inputs: inputs})
	require.ErrorContains(t, err, "now/force/gathered", "there is no force in the fourth step")
	file(t, falling(t, true), &rolling.Rollout{Steps: rolling.MaxUnrolled})
}

func wide(of runtime.Tensor) (all []float64) {
	for _, x := range of.Float {
		all = append(all, float64(x))
	}
	return all
}

// TestRadiiOfSteps: radii add up, those of velocities count times the time in later steps, and each sum is times
// a factor of its step. A step may raise it to powers of itself and of how far particles moved.
func TestRadiiOfSteps(t *testing.T) {
	want := threeSteps()
	position, velocity, system := &rolling.RadiusPowers{Offset: 0.1, Sum: 0.9, Motion: 0.5}, []float64{1, 1.5, 3}, &rolling.RadiusPowers{Offset: -0.2, Motion: 0.4}
	for _, radii := range []*rolling.Radii{
		{Time: 0.25, Position: []float64{1, 2, 3}, System: []float64{2, 1, 0.5}},
		{Time: 0.25, Position: []float64{1, 2, 3}, Velocity: velocity, System: []float64{2, 1, 0.5}},
		{Time: 0.25, Position: []float64{1, 2, 3}, Velocity: velocity, System: []float64{2, 1, 0.5}, MotionSoftness: 0.5, PositionPowers: []*rolling.RadiusPowers{nil, position, position}},
		{Time: 0.25, Position: []float64{1, 2, 3}, System: []float64{2, 1, 0.5}, MotionSoftness: 0.5, SystemPowers: []*rolling.RadiusPowers{system, nil, system}},
	} {
		data, graph := file(t, falling(t, radii.Velocity != nil), &rolling.Rollout{Steps: 3, PerFrame: []string{"force"}, Radii: radii})
		got := outputs(t, data, start())
		require.Equal(t, radii.Velocity != nil, emit.Find(graph.Output, "velocity_radii") != nil && got["velocity_radii"].Float != nil)
		var ofPositions, ofVelocities, ofSystems []float64
		var sums, sumsOfVelocities, ways, squares [2]float64
		sum, before := 0.0, [6]float64{0, 1, 2, 3, 4, 5}
		raised := func(powers []*rolling.RadiusPowers, k int, sum, square float64) float64 {
			if powers == nil || powers[k] == nil {
				return sum
			}
			motion := square/float64(k+1) + radii.MotionSoftness*radii.MotionSoftness
			value := math.Exp(powers[k].Offset) * math.Pow(motion, powers[k].Motion/2)
			if powers[k].Sum > 0 {
				value *= math.Pow(sum, powers[k].Sum)
			}
			return value
		}
		for k := range 3 {
			for i := range 2 {
				if radii.Velocity != nil {
					ways[i] += sumsOfVelocities[i] * radii.Time
				}
				v := want.before[k][3*i:]
				sums[i], sumsOfVelocities[i], sum = sums[i]+math.Abs(v[0]), sumsOfVelocities[i]+math.Abs(v[1]), sum+math.Abs(v[2])
				for axis := range 3 {
					squares[i] += math.Pow(want.x[k][3*i+axis]-before[3*i+axis], 2)
				}
				ofPositions = append(ofPositions, raised(radii.PositionPowers, k, sums[i]+ways[i], squares[i])*radii.Position[k])
				if radii.Velocity != nil {
					ofVelocities = append(ofVelocities, sumsOfVelocities[i]*radii.Velocity[k])
				}
			}
			ofSystems = append(ofSystems, raised(radii.SystemPowers, k, sum, (squares[0]+squares[1])/2)*radii.System[k])
			before = want.x[k]
		}
		allclose.Within(t, ofPositions, wide(got["position_radii"]), 1e-5)
		allclose.Within(t, ofSystems, wide(got["system_radii"]), 1e-5)
		if radii.Velocity != nil {
			allclose.Within(t, ofVelocities, wide(got["velocity_radii"]), 1e-5)
		}
		require.Equal(t, []int{3, 1, 2, 1}, got["position_radii"].Shape)
		require.Equal(t, []int{3, 1, 1}, got["system_radii"].Shape)
	}
}

// TestGradientsOfSteps: gradients go back through all steps. Those by an input of each step have its axis, and
// those by another are sums over the steps.
func TestGradientsOfSteps(t *testing.T) {
	m := exported.SystemModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		rows := ir.Rows("particles")
		x, v, force, mass := b.Input("position", ir.Floats(rows, 3)), b.Input("velocity", ir.Floats(rows, 3)), b.Input("force", ir.Floats(rows, 3)), b.Input("mass", ir.Floats(rows, 1))
		b.Output("position", b.Add(x, v))
		b.Output("velocity", b.Add(v, b.Mul(mass, force)))
	}))
	names := []string{"position", "velocity", "force", "mass"}
	pulled, _, err := ir.Pullback(m, names[:2], names)
	require.NoError(t, err)
	ofPositions, ofVelocities := make([]float32, 18), make([]float32, 18)
	for i := range 18 {
		ofPositions[i], ofVelocities[i] = float32(i%5)-1, float32(i%7)/2
	}
	var byPosition, byVelocity [6]float64
	var byForce [3][6]float64
	var byMass [2]float64
	for i := range 6 {
		for j := range 3 {
			own := 0.0
			for k := j; k < 3; k++ {
				own += float64(ofVelocities[6*k+i]) + float64(k-j)*float64(ofPositions[6*k+i])
			}
			byForce[j][i] = own * []float64{2, 0.5}[i/3]
			byMass[i/3] += own * float64(forces[6*j+i])
			byPosition[i] += float64(ofPositions[6*j+i])
			byVelocity[i] += float64(ofVelocities[6*j+i]) + float64(j+1)*float64(ofPositions[6*j+i])
		}
	}
	want := threeSteps()
	for _, steps := range []int{3, 0} {
		data, graph := file(t, pulled, &rolling.Rollout{Steps: steps, PerFrame: []string{"force"}}, names...)
		inputs := start()
		inputs["cotangent_positions"], inputs["cotangent_velocities"] = runtime.Floats(ofPositions, 3, 1, 2, 3), runtime.Floats(ofVelocities, 3, 1, 2, 3)
		axis := any(int64(3))
		if steps == 0 {
			axis = rolling.StepsInput
			inputs[rolling.StepsInput] = runtime.Tensor{Shape: []int{}, Index: []int64{3}}
		}
		require.Equal(t, steps == 0, emit.Find(graph.Input, rolling.StepsInput) != nil)
		for _, name := range []string{"force", "cotangent_positions", "cotangent_velocities"} {
			require.Equal(t, axis, exported.Axes(emit.Find(graph.Input, name))[0], name)
		}
		require.Equal(t, "cotangent: the weight of each number of predicted_positions in the sum that gradients are of", emit.Find(graph.Input, "cotangent_positions").GetDocString())
		require.Equal(t, "gradient of the weighted sum of predictions with respect to mass", emit.Find(graph.Output, "gradient_mass").GetDocString())
		got := outputs(t, data, inputs)
		allclose.Within(t, flat(want.x), wide(got["predicted_positions"]), 1e-6)
		allclose.Within(t, byPosition[:], wide(got["gradient_position"]), 1e-5)
		allclose.Within(t, byVelocity[:], wide(got["gradient_velocity"]), 1e-5)
		allclose.Within(t, flat(byForce), wide(got["gradient_force"]), 1e-5)
		allclose.Within(t, byMass[:], wide(got["gradient_mass"]), 1e-5)
	}
	for _, steps := range []int{-1, rolling.MaxUnrolled + 1} {
		_, err := export.Model(pulled, nil, export.Info{Rollout: &rolling.Rollout{Steps: steps}, Gradients: names})
		require.ErrorContains(t, err, "gradients through")
	}
}

// TestNamesOfSteps: an output with all steps has the name of that of one, and cotangents of all steps have one too.
func TestNamesOfSteps(t *testing.T) {
	for all, one := range map[string]string{"predicted_positions": "predicted_position", "predicted_velocities": "predicted_velocity", "q_path": "next_q", "points_path": "next_points",
		"memory_path": "next_memory", "position_radii": "position_radius", "system_radii": "system_radius", "predicted_position": "", "": ""} {
		require.Equal(t, one, rolling.OfStep(all), all)
	}
	for name, want := range map[string]string{"position": "cotangent_positions", "velocity": "cotangent_velocities", "q": "cotangent_q_path", "points": "cotangent_points_path", "mass": ""} {
		require.Equal(t, want, rolling.Cotangents(name), name)
	}
}
