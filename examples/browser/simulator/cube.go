package main

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gmnc/sim"
	"gmnc/system"
)

// The cube of the recorded tosses. Lengths are its half widths. With this stiffness, at which
// the cube at rest sinks in by 0.005, friction and restitution have the least error on the
// validation tosses, of 0.15, 0.18 and 0.21 by 0.1, 0.2 and 0.3: 0.484. A stiffness of 3e3
// has 0.481.
const (
	interval    = 1. / 148 // s
	gravity     = 187.21374
	friction    = 0.18
	restitution = 0.2
	stiffness   = 1e4
)

// substeps are the steps from frame to frame, of robots and the cube: gmnc simulate would find
// them short enough.
const substeps = 8

// corners touch the table; next to none of the mass is there.
const (
	corners = 8
	light   = 1e-4
)

// cube is a solid cube above a table, in the simulator of gmnc simulate --plane.
type cube struct {
	*system.State
	sim.Integrator
}

// newCube takes the positions and velocities of the corners. As much mass as there is lies
// further in, where it has the moments of a solid.
func newCube(position, velocity [corners][3]float64) (*cube, error) {
	if err := check(position, velocity); err != nil {
		return nil, err
	}
	c := &cube{State: &system.State{Charge: make([]float64, 2*corners)}}
	var body []int
	for _, ring := range []struct{ scale, mass float64 }{
		{1, light / corners}, {math.Sqrt((1./3 - light) / (1 - light)), (1 - light) / corners},
	} {
		c.Position = append(c.Position, shrunk(position, ring.scale)...)
		c.Velocity = append(c.Velocity, shrunk(velocity, ring.scale)...)
		for range corners {
			c.Mass, body = append(c.Mass, ring.mass), append(body, len(body))
		}
	}
	c.Objects = system.Objects{{Kind: system.Body, Members: body}}
	var err error
	c.Integrator, err = sim.NewIntegrator(c.State, sim.Settings{TimeStep: interval / substeps, Mechanics: sim.Mechanics{
		Gravity: [3]float64{2: -gravity}, Neutral: true, Planes: []sim.Plane{{Normal: [3]float64{2: 1}}},
		Friction: friction, Restitution: restitution, Stiffness: stiffness,
	}})
	return c, err
}

// check reports corners that no cube has.
func check(position, velocity [corners][3]float64) error {
	if position == [corners][3]float64(slices.Repeat(position[:1], corners)) {
		return errors.New("all corners are at one place")
	}
	for i := range position {
		for axis, x := range position[i] {
			if sum := math.Abs(x) + math.Abs(velocity[i][axis]); !(sum <= math.MaxFloat64) {
				return fmt.Errorf("a number of corner %d is not finite", i)
			}
		}
	}
	return nil
}

// shrunk brings points to a share of their distance from their mean.
func shrunk(points [corners][3]float64, scale float64) (all [][3]float64) {
	var mean [3]float64
	for _, x := range points {
		for axis := range mean {
			mean[axis] += x[axis] / corners
		}
	}
	for _, x := range points {
		for axis := range mean {
			x[axis] = mean[axis] + float64(scale*(x[axis]-mean[axis]))
		}
		all = append(all, x)
	}
	return all
}

// move goes on by an interval.
func (c *cube) move() {
	for range substeps {
		c.Step()
	}
}
