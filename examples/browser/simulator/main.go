//go:build js && wasm

// Command simulator is the integrator of gmnc simulate for pages, which moves robots there.
package main

import (
	"strings"
	"syscall/js"

	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/datasets/urdf"
	"gmnc/sim/mechanism"
)

// substeps are the steps from frame to frame: gmnc simulate would find them short enough.
const substeps = 8

func main() {
	js.Global().Set("simulator", js.FuncOf(simulator))
	select {} // the page goes on to call it
}

// simulator(urdf) hangs the robot of a URDF still, under gravity. Its result has the functions
// reset(), after which it hangs still again, seen(), with the position and velocity
// [particles][3] of now, and move(seconds, torques), while torques [joints] are held. Of a text
// that is no robot it has the error alone. A page calls it once for a robot: its functions are
// never released.
func simulator(_ js.Value, args []js.Value) any {
	robot, _, err := urdf.ParseMechanism("the robot", strings.NewReader(args[0].String()), urdf.Options{})
	if err != nil {
		return map[string]any{"error": err.Error()}
	}
	robot.Gravity = r3.Vec{Z: -9.81}
	in := robot.NewIntegrator(robot.AtRest(), nil)
	return map[string]any{
		"reset": js.FuncOf(func(js.Value, []js.Value) any {
			in = robot.NewIntegrator(robot.AtRest(), nil)
			return nil
		}),
		"seen": js.FuncOf(func(js.Value, []js.Value) any { return seen(in) }),
		"move": js.FuncOf(func(_ js.Value, args []js.Value) any {
			torque := make([]float64, robot.Rates())
			for i := range torque {
				torque[i] = args[1].Index(i).Float()
			}
			for range substeps {
				in.Step(args[0].Float()/substeps, torque)
			}
			return nil
		}),
	}
}

func seen(in *mechanism.Integrator) map[string]any {
	x, v := make([]r3.Vec, len(in.Rest)), make([]r3.Vec, len(in.Rest))
	in.Particles(x, v)
	return map[string]any{"position": rows(x), "velocity": rows(v)}
}

func rows(vectors []r3.Vec) (all []any) {
	for _, x := range vectors {
		all = append(all, []any{x.X, x.Y, x.Z})
	}
	return all
}
