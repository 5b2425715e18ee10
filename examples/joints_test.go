package examples

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/deploy"
	"gmnc/internal/test/mujoco"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

// controlled is how many intervals the loops of the examples control the robot.
const controlled = 40

// TestControl: cart.txt has where a cart with a pole begins, and where it is after the control loop
// that each example has. Package sim/mechanism moved it there, in float64, which shares nothing with
// testdata/golden/cart.onnx.
func TestControl(t *testing.T) {
	recording := mujoco.Read(t, "cart_pole")
	if *update {
		require.NoError(t, os.WriteFile(filepath.Join("..", "testdata", "golden", "cart.onnx"), cart(t, recording), 0o666))
	}
	m := recording.Mechanism(t)
	state := m.AtRest()
	m.SetAngle(state, 1, 0.25)
	robot := m.NewIntegrator(state)
	at := func() []float64 {
		turn := robot.State.Turns[1] // about y
		return []float64{robot.State.Slides[0].X, 2 * math.Atan2(turn.Jmag, turn.Real)}
	}
	var text strings.Builder
	write := func(name string, values []float64) {
		var narrow []float32
		for _, x := range values {
			narrow = append(narrow, float32(x))
		}
		writeTensor(&text, name, runtime.Floats(narrow, 1, len(narrow)))
	}
	write("q", at())
	write("rate", robot.State.Rates)
	for range controlled {
		q, torque := at(), make([]float64, 2)
		for i, rate := range robot.State.Rates {
			torque[i] = -2*q[i] - 0.5*rate
		}
		for range 10 {
			robot.Step(recording.Frame/10, torque)
		}
	}
	write("last_q", at())
	write("last_rate", robot.State.Rates)
	requireSame(t, "cart.txt", text.String(), func(have string) { requireSameNumbers(t, text.String(), have) })
}

// cart is the file of a recording's robot in joint coordinates.
func cart(t *testing.T, recording mujoco.Recording) []byte {
	t.Helper()
	s := recording.Sample(t, 0)
	config := config.Config{
		Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4, Depth: 4, Joints: 2, Forces: config.NoForces, Messages: config.NoMessages,
		NoCharge: true, TrueVelocity: true, Time: recording.Frame,
	}
	for _, f := range system.Fields() {
		if f.Of(&s) != nil && !f.IsState() {
			config.Fields = append(config.Fields, f.Name)
		}
	}
	s.TargetPosition, s.TargetVelocity = s.Position, s.Velocity
	names := slices.Concat(slices.Repeat([]string{"cart"}, 4), slices.Repeat([]string{"pole"}, 4))
	trained, err := run.New(run.Config{Version: "golden", Model: config}, map[string]runtime.Tensor{})
	require.NoError(t, err)
	data := &datasets.Data{Train: []system.Sample{s}, Test: []system.Sample{s}, About: datasets.About{Names: datasets.Named(names)}}
	exported, err := deploy.ExportWith(t.Context(), trained, deploy.Options{Joints: &deploy.Joints{Data: data, Links: true}})
	require.NoError(t, err)
	return exported.File
}
