package md17

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/internal/test/allclose"
)

// ethanol is a trajectory of a molecule that shakes and drifts, as XYZ: of
// each frame a comment and of each atom a line, which may be changed.
type ethanol struct {
	comment func(frame int) string
	line    func(frame, atom int, symbol string, at [3]float64) string
	order   func(frame int) []int
	scale   float64
}

var ethanolAtoms = []struct {
	symbol string
	at     [3]float64
}{
	{"C", [3]float64{0, 0, 0}}, {"C", [3]float64{1.5, 0, 0}}, {"O", [3]float64{2, 1.35, 0}},
	{"H", [3]float64{-0.4, 1, 0}}, {"H", [3]float64{-0.4, -0.5, 0.9}}, {"H", [3]float64{-0.4, -0.5, -0.9}},
	{"H", [3]float64{1.9, -0.5, 0.9}}, {"H", [3]float64{1.9, -0.5, -0.9}}, {"H", [3]float64{2.95, 1.3, 0}},
}

const ethanolFrames = 120

// place is where an atom is in a frame, and its velocity in angstrom a frame.
func (ethanol) place(frame, atom int) (at, v [3]float64) {
	at = ethanolAtoms[atom].at
	for axis := range at {
		phase := 0.2*float64(frame) + float64(atom+axis)
		at[axis] += 0.05*math.Sin(phase) + 0.02*float64(frame)
		v[axis] = 0.01*math.Cos(phase) + 0.02
	}
	return at, v
}

func (e ethanol) text() string {
	var text strings.Builder
	for frame := range ethanolFrames {
		comment := ""
		if e.comment != nil {
			comment = e.comment(frame)
		}
		fmt.Fprintf(&text, "%d\n%s\n", len(ethanolAtoms), comment)
		order := []int{0, 1, 2, 3, 4, 5, 6, 7, 8}
		if e.order != nil {
			order = e.order(frame)
		}
		for _, atom := range order {
			at, _ := e.place(frame, atom)
			for axis := range at {
				if e.scale != 0 {
					at[axis] *= e.scale
				}
			}
			if e.line != nil {
				fmt.Fprintln(&text, e.line(frame, atom, ethanolAtoms[atom].symbol, at))
			} else {
				fmt.Fprintf(&text, "%s %.6f %.6f %.6f\n", ethanolAtoms[atom].symbol, at[0], at[1], at[2])
			}
		}
	}
	return text.String()
}

func (e ethanol) prepare(t *testing.T, o Options) (*datasets.Data, []string, error) {
	t.Helper()
	if o.Span == 0 {
		o.Span = 10
	}
	data, notes, err := Prepare(writeText(t, "ethanol.xyz", e.text()), o)
	if err != nil {
		err = fmt.Errorf("%s", err.Error()[strings.Index(err.Error(), "ethanol.xyz"):])
	}
	return data, notes, err
}

func requireSame(t *testing.T, want, have *datasets.Data) {
	t.Helper()
	for i := range want.Train {
		allclose.Within(t, want.Train[i].Position, have.Train[i].Position, 1e-4)
		allclose.Within(t, want.Train[i].Velocity, have.Train[i].Velocity, 1e-4)
		allclose.Within(t, want.Train[i].TargetPosition, have.Train[i].TargetPosition, 1e-4)
	}
	require.Equal(t, want.Train[0].Bonds, have.Train[0].Bonds)
}

// traded is an order in which the carbons trade lines in every third frame.
func traded(frame int) []int {
	if frame%3 == 1 {
		return []int{1, 0, 2, 3, 4, 5, 6, 7, 8}
	}
	return []int{0, 1, 2, 3, 4, 5, 6, 7, 8}
}
