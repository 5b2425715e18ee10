//go:build !js

package main

import (
	"encoding/json"
	"fmt"
	"os"
)

// Outside of pages the command throws the cube: JSON with the position and velocity [8][3] of
// its corners, and the number of intervals, from the input; both after them to the output.
func main() {
	if err := throw(); err != nil {
		fmt.Fprintln(os.Stderr, "simulator:", err)
		os.Exit(1)
	}
}

func throw() error {
	var given struct {
		Position, Velocity [corners][3]float64
		Intervals          int
	}
	reader := json.NewDecoder(os.Stdin)
	reader.DisallowUnknownFields()
	if err := reader.Decode(&given); err != nil {
		return fmt.Errorf("the input: %w; want position and velocity [%d][3] of the corners and intervals", err, corners)
	}
	c, err := newCube(given.Position, given.Velocity)
	if err != nil {
		return err
	}
	for range given.Intervals {
		c.move()
	}
	return json.NewEncoder(os.Stdout).Encode(map[string][][3]float64{"position": c.Position[:corners], "velocity": c.Velocity[:corners]})
}
