//go:build !js

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// Outside of pages the command throws the cube: JSON with the position and velocity [8][3] of
// its corners, and the number of intervals, from the input; both after them to the output.
func main() {
	if err := throw(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "simulator:", err)
		os.Exit(1)
	}
}

func throw(in io.Reader, out io.Writer) error {
	c, intervals, err := read(in)
	if err != nil {
		return fmt.Errorf("the input: %w; expected {\"position\": [%d][3], \"velocity\": [%d][3], \"intervals\": 120}", err, corners, corners)
	}
	for range intervals {
		c.move()
	}
	return json.NewEncoder(out).Encode(map[string][][3]float64{"position": c.Position[:corners], "velocity": c.Velocity[:corners]})
}

// read reads the cube that is thrown, and for how many intervals.
func read(in io.Reader) (*cube, int, error) {
	var given struct {
		Position  [][]*float64 `json:"position"`
		Velocity  [][]*float64 `json:"velocity"`
		Intervals *int         `json:"intervals"`
	}
	decoder := json.NewDecoder(in)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&given); err != nil {
		return nil, 0, err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, 0, errors.New("there is more after the object")
	}
	if given.Intervals == nil || *given.Intervals < 0 {
		return nil, 0, errors.New("intervals is missing or below 0")
	}
	position, err := vectorsOf("position", given.Position)
	if err != nil {
		return nil, 0, err
	}
	velocity, err := vectorsOf("velocity", given.Velocity)
	if err != nil {
		return nil, 0, err
	}
	c, err := newCube(position, velocity)
	return c, *given.Intervals, err
}

// vectorsOf returns the vectors of corners that an input gives as rows. A number that is null is
// an error.
func vectorsOf(name string, rows [][]*float64) (all [corners][3]float64, err error) {
	if len(rows) != corners {
		return all, fmt.Errorf("%s has %d rows", name, len(rows))
	}
	for i, row := range rows {
		if len(row) != len(all[i]) {
			return all, fmt.Errorf("row %d of %s has %d numbers", i, name, len(row))
		}
		for axis, x := range row {
			if x == nil {
				return all, fmt.Errorf("%s[%d][%d] is null", name, i, axis)
			}
			all[i][axis] = *x
		}
	}
	return all, nil
}
