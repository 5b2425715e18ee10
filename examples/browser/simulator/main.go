//go:build js && wasm

// Command simulator is gmnc simulate's integrators for pages: it moves robots there, and the cube.
package main

import (
	"strings"
	"syscall/js"

	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/datasets/urdf"
	"gmnc/sim/mechanism"
)

func main() {
	js.Global().Set("simulator", js.FuncOf(simulator))
	js.Global().Set("cube", js.FuncOf(thrown))
	select {} // the page goes on to call it
}

// simulator(urdf) hangs the robot of a URDF still, under gravity. Its result has the functions
// reset(), after which it hangs still again, seen(), with the position and velocity
// [particles][3] of now, and move(seconds, torques), while torques [joints] are held. If the
// text is no robot, it has `error` alone. A page calls it once for a robot: its functions are
// never released.
func simulator(_ js.Value, args []js.Value) any {
	robot, _, err := urdf.ParseMechanism("the robot", strings.NewReader(args[0].String()), urdf.Options{})
	if err != nil {
		return map[string]any{"error": err.Error()}
	}
	robot.Gravity = r3.Vec{Z: -9.81}
	in := robot.NewIntegrator(robot.AtRest())
	return map[string]any{
		"reset": js.FuncOf(func(js.Value, []js.Value) any {
			in = robot.NewIntegrator(robot.AtRest())
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

// thrown, which is cube(position, velocity) of corners [8][3] in a page, lets the cube go. Its
// result has the functions seen(), as of a robot, and move(), by an interval of the
// recordings. If a number is not finite, it has `error` alone.
func thrown(_ js.Value, args []js.Value) any {
	c, err := newCube(vectors(args[0]), vectors(args[1]))
	if err != nil {
		return map[string]any{"error": err.Error()}
	}
	return map[string]any{
		"seen": js.FuncOf(func(js.Value, []js.Value) any {
			return map[string]any{"position": rows(c.Position[:corners]), "velocity": rows(c.Velocity[:corners])}
		}),
		"move": js.FuncOf(func(js.Value, []js.Value) any {
			c.move()
			return nil
		}),
	}
}

func vectors(rows js.Value) (all [corners][3]float64) {
	for i := range all {
		for axis := range all[i] {
			all[i][axis] = rows.Index(i).Index(axis).Float()
		}
	}
	return all
}

func seen(in *mechanism.Integrator) map[string]any {
	x, v := make([]r3.Vec, len(in.Rest)), make([]r3.Vec, len(in.Rest))
	in.Particles(x, v)
	return map[string]any{"position": rows(numbers(x)), "velocity": rows(numbers(v))}
}

func numbers(vectors []r3.Vec) (all [][3]float64) {
	for _, x := range vectors {
		all = append(all, [3]float64{x.X, x.Y, x.Z})
	}
	return all
}

func rows(vectors [][3]float64) (all []any) {
	for _, x := range vectors {
		all = append(all, []any{x[0], x[1], x[2]})
	}
	return all
}
