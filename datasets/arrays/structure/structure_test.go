package structure

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/arrays/keys"
	"gmnc/datasets/npz"
	"gmnc/system"
)

// read returns the structure of systems with these positions in the first frame, and the notes.
func read(t *testing.T, first []float64, arrays ...npz.Array) (Structure, []string, error) {
	t.Helper()
	r := readerOf(t, arrays...)
	s, err := Read(r, len(first)/3, first)
	return s, r.Notes, err
}

// readerOf returns a reader of arrays.
func readerOf(t *testing.T, arrays ...npz.Array) *keys.Reader {
	t.Helper()
	var file bytes.Buffer
	require.NoError(t, npz.Encode(&file, arrays))
	archive, err := npz.New("in.npz", bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	return keys.New(archive, nil)
}

func number(key string, value float32) npz.Array {
	return npz.Array{Key: key, Shape: []int{}, Floats: []float32{value}}
}

func list(key string, values ...float32) npz.Array {
	return npz.Array{Key: key, Shape: []int{len(values)}, Floats: values}
}

// linked are two bodies of two particles each.
func linked(arrays ...npz.Array) []npz.Array {
	return append([]npz.Array{
		{Key: "bodies", Shape: []int{4}, Ints: []int64{0, 0, 1, 1}},
		{Key: "joint_anchor", Shape: []int{2, 3}, Floats: []float32{0, 0, 0, 0, 0, 1}},
	}, arrays...)
}

var (
	linkedFirst   = []float64{0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 1}
	linkedAxes    = npz.Array{Key: "joint_axis", Shape: []int{2, 3}, Floats: []float32{0, 0, 2, 0, 1, 0}}
	linkedParents = npz.Array{Key: "joint_parent", Shape: []int{2}, Ints: []int64{-1, 0}}
	linkedRest    = npz.Array{Key: "rest", Shape: []int{4, 3}, Floats: []float32{0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 1}}
	floatingTypes = npz.Array{Key: "joint_type", Shape: []int{2}, Ints: []int64{system.Floating, system.OnBall}}
	noAxes        = npz.Array{Key: "joint_axis", Shape: []int{2, 3}, Ints: make([]int64, 6)}
)

// TestJoints: axes have the length 1, and without a rest pose the first frame is one.
func TestJoints(t *testing.T) {
	s, notes, err := read(t, linkedFirst, linked(linkedAxes, linkedParents, list("damping", 0.5, 2))...)
	require.NoError(t, err)
	require.Equal(t, [3]float64{0, 0, 1}, s.Joints[0].Axis)
	require.Equal(t, []int{2, 3}, s.Joints[1].Members)
	require.Equal(t, 0.5, s.Joints[0].Damping)
	require.Equal(t, []string{"rest is missing: anchors and axes of joints are taken from the first frame"}, notes)
	require.Equal(t, []float32{1, 1, 2, 2, 3, 3, 4, 4}, s.OfParticles([]float32{1, 2, 3, 4}, 1))
	require.Equal(t, 1, s.JointAxis(system.Torque, []int{5, 2}))
	require.Equal(t, 1, s.JointAxis(system.TurnLimits, []int{5, 2, 2}))
	require.Equal(t, -1, s.JointAxis(system.Torque, []int{5, 4}))
	require.Equal(t, -1, s.JointAxis(system.Mass, []int{5, 2}))
	require.Equal(t, -1, s.Massless([]float32{0, 0, 1, 0}), "the second hangs on the first")
	require.Equal(t, 1, s.Massless([]float32{1, 1, 0, 0}))
	require.Equal(t, -1, s.Massless(nil), "no masses are known")
}

// TestMassless: the last joint that moves no mass, with the masses of the bodies that hang on it.
func TestMassless(t *testing.T) {
	s := Structure{Joints: []system.Joint{{Parent: -1, Members: []int{0}}, {Parent: 0, Members: []int{1, 2}}, {Parent: 0, Members: []int{3}}}}
	for _, c := range []struct {
		masses []float32
		want   int
	}{
		{[]float32{0, 0, 1, 1}, -1}, {[]float32{0, 1, 0, 1}, -1}, {[]float32{1, 0, 0, 1}, 1}, {[]float32{1, 0, 0, 0}, 2}, {[]float32{0, 1, 1, 0}, 2}, {nil, -1},
	} {
		require.Equal(t, c.want, s.Massless(c.masses), "%v", c.masses)
	}
	s = Structure{Joints: []system.Joint{{Parent: -1, Members: []int{0}}}}
	require.Equal(t, 0, s.Massless([]float32{0}))
}

// TestMarks: a particle without mass marks a body of which another particle has mass.
func TestMarks(t *testing.T) {
	s := Structure{Objects: system.Objects{system.Stick.Of(4, 5), {Kind: system.Body, Members: []int{0, 1}}, {Kind: system.Body, Members: []int{2, 3}}}}
	mass := []float32{0, 2, 0, 0, 0, 1}
	for i, want := range []bool{true, false, false, false, false, false} {
		require.Equal(t, want, s.Marks(i, mass), "%d", i)
	}
}

// TestJointAxis: an array of each joint is told from one of each particle by its size.
func TestJointAxis(t *testing.T) {
	s := Structure{particles: 4, Joints: make([]system.Joint, 2)}
	for _, c := range []struct {
		field *system.Field
		shape []int
		want  int
	}{
		{system.Torque, []int{2}, 0}, {system.TurnLimits, []int{2, 2}, 0}, {system.TurnLimits, []int{2}, -1}, {system.Torque, []int{3}, -1}, {system.Torque, nil, -1}, {system.Force, []int{2, 3}, -1},
	} {
		require.Equal(t, c.want, s.JointAxis(c.field, c.shape), "%s %v", c.field.Name, c.shape)
	}
	s.particles = 2
	require.Equal(t, -1, s.JointAxis(system.Torque, []int{2}), "as many particles as joints")
	s.Joints = nil
	require.Equal(t, -1, s.JointAxis(system.Torque, []int{0}))
}

// TestFloating: one number for all is of the joints that have such a damping, and a note names the others.
func TestFloating(t *testing.T) {
	s, notes, err := read(t, linkedFirst, linked(noAxes, linkedParents, linkedRest, floatingTypes, number("damping", 0.5))...)
	require.NoError(t, err)
	require.Equal(t, []float64{0, 0.5}, []float64{s.Joints[0].Damping, s.Joints[1].Damping})
	require.Equal(t, []string{"damping: 1 of 2 bodies float: the number is of the other joints"}, notes)
	_, notes, err = read(t, linkedFirst, linked(noAxes, linkedParents, linkedRest, floatingTypes, number("joint_friction", 0.5))...)
	require.NoError(t, err)
	require.Equal(t, []string{"joint_friction: 2 of 2 joints have no axis: the number is of the other joints"}, notes)
}

// TestWrongJoints: what is wrong with joints is named.
func TestWrongJoints(t *testing.T) {
	for want, in := range map[string][]npz.Array{
		"joint_parent is missing, though there is joint_axis":           linked(linkedAxes),
		"joint 1 has the axis [0 1 0] and the joint_type 1":             linked(linkedAxes, linkedParents, npz.Array{Key: "joint_type", Shape: []int{2}, Ints: []int64{0, 1}}),
		"joint_type: joint 1 is 3, expected 0 with an axis":             linked(linkedAxes, linkedParents, npz.Array{Key: "joint_type", Shape: []int{2}, Ints: []int64{0, 3}}),
		"joint_axis: joint 0 has the axis [0 0 0]":                      linked(npz.Array{Key: "joint_axis", Shape: []int{2, 3}, Floats: make([]float32, 6)}, linkedParents),
		"its parent is 1, expected one before it, or -1 for the ground": linked(linkedAxes, npz.Array{Key: "joint_parent", Shape: []int{2}, Ints: []int64{1, 0}}),
		"joint_anchor has shape [2 3], expected [1 joints, 3 axes]":     linked(npz.Array{Key: "joint_axis", Shape: []int{1, 3}, Floats: []float32{0, 0, 1}}, linkedParents),
		"torque acts on joints with an axis, and there are none":        linked(npz.Array{Key: "torque", Shape: []int{3, 2, 2}, Floats: make([]float32, 12)}),
		"joint 1: its parent is -2, expected one before it":             linked(linkedAxes, npz.Array{Key: "joint_parent", Shape: []int{2}, Ints: []int64{-1, -2}}),
		"joint_slides: joint 1 has 2, expected 1 of one that slides":    linked(linkedAxes, linkedParents, linkedRest, npz.Array{Key: "joint_slides", Shape: []int{2}, Ints: []int64{0, 2}}),
		"turn_axis is there and joint_axis, too":                        linked(linkedAxes, linkedParents, linkedRest, npz.Array{Key: "turn_axis", Shape: []int{4, 3}, Floats: make([]float32, 12)}),
		"damping: joint 1 has -1":                                       linked(linkedAxes, linkedParents, linkedRest, list("damping", 1, -1)),
		"in.npz: joint_friction: joint 1 has 0.5 and the joint_type 1":  linked(noAxes, linkedParents, linkedRest, floatingTypes, list("joint_friction", 0, 0.5)),
		"joint_friction has shape [3], expected one number, or one of":  linked(linkedAxes, linkedParents, linkedRest, list("joint_friction", 1, 1, 1)),
		"in.npz: damping: joint 0 has 0.5 and the joint_type 2":         linked(noAxes, linkedParents, linkedRest, floatingTypes, list("damping", 0.5, 1)),
		"in.npz: joint_slides: joint 0 slides and has the joint_type 2": linked(noAxes, linkedParents, linkedRest, floatingTypes, npz.Array{Key: "joint_slides", Shape: []int{2}, Ints: []int64{1, 0}}),
		"in.npz: joint_slides: joint 1 slides and has the joint_type 1": linked(noAxes, linkedParents, linkedRest, floatingTypes, npz.Array{Key: "joint_slides", Shape: []int{2}, Ints: []int64{0, 1}}),
	} {
		_, _, err := read(t, linkedFirst, in...)
		require.ErrorContains(t, err, want)
	}
}

// cube are the corners of a box with these half sizes.
func cube(halves [3]float64) (first []float64) {
	for corner := range 8 {
		for axis, half := range halves {
			first = append(first, half*float64(2*(corner>>axis&1)-1))
		}
	}
	return first
}

var oneBody = npz.Array{Key: "bodies", Shape: []int{8}, Ints: make([]int64, 8)}

// TestBodies: masses are shared, half sizes and moments say how a body turns, and what no body has is refused.
func TestBodies(t *testing.T) {
	first := cube([3]float64{0.15, 0.08, 0.05})
	sizes := npz.Array{Key: "half_size", Shape: []int{3}, Floats: []float32{0.05, 0.08, 0.15}}
	s, notes, err := read(t, first, oneBody, list("body_mass", 2.4), sizes)
	require.NoError(t, err)
	require.Equal(t, []string{"half_size: bodies are taken as solid boxes, as there is no body_inertia"}, notes)
	require.InDelta(t, 0.3, s.Joined.Of(system.Mass)[5], 1e-6)
	radii := [3]float64{}
	for i, weight := range s.Joined.Of(system.Gyration) {
		radii[i%3] += float64(weight) * first[3*(i/3)+2-i%3]
	}
	for k, half := range []float64{0.05, 0.08, 0.15} {
		require.InDelta(t, half/math.Sqrt(3), math.Abs(radii[k]), 1e-6, "from the shortest axis, z, on")
	}
	for want, given := range map[string][]npz.Array{
		"body 0 has -1, expected a finite number above 0":  {list("body_mass", -1)},
		"has shape [2], expected a row of 1 for each of 1": {list("body_mass", 1, 2)},
		"is there without body_mass":                       {list("body_inertia", 1, 1, 1)},
		"no body has these":                                {list("body_mass", 1), list("body_inertia", 1, 1, 2.001)},
		"is there and mass, too":                           {list("body_mass", 1), list("mass", 1, 1, 1, 1, 1, 1, 1, 1)},
		"box is there and half_size, too":                  {sizes, {Key: "box", Shape: []int{8, 3}, Floats: make([]float32, 24)}},
	} {
		_, _, err := read(t, first, append(given, oneBody)...)
		require.ErrorContains(t, err, want)
	}
	_, _, err = read(t, first, oneBody, list("body_mass", 1), list("body_inertia", 1, 1, 1.999))
	require.NoError(t, err)
	_, _, err = read(t, first, list("body_mass", 1))
	require.ErrorContains(t, err, "body_mass is there without bodies")
}

// TestBoxes: beside another body and a plane, a body is the box at whose corners its particles are, to 1 %; it is
// refused from 10 % on.
func TestBoxes(t *testing.T) {
	first := append(cube([3]float64{0.15, 0.08, 0.05}), 5, 5, 5)
	bodies := npz.Array{Key: "bodies", Shape: []int{9}, Ints: []int64{0, 0, 0, 0, 0, 0, 0, 0, -1}}
	for half, want := range map[float32]string{0.0504: "", 0.0506: "it touches others by half_size", 0.0549: "it touches others by half_size", 0.0551: "expected both in one unit"} {
		s, notes, err := read(t, first, bodies, list("plane", 0, 0, 1, 9), npz.Array{Key: "half_size", Shape: []int{3}, Floats: []float32{half, 0.08, 0.15}})
		if want == "expected both in one unit" {
			require.ErrorContains(t, err, want)
			continue
		}
		require.NoError(t, err)
		require.NotNil(t, s.Joined.Of(system.Box))
		require.Equal(t, want != "", strings.Contains(strings.Join(notes, "\n"), "it touches others by half_size"), "%g: %v", half, notes)
	}
	first[0] += 0.01
	s, notes, err := read(t, first, bodies, list("plane", 0, 0, 1, 9), npz.Array{Key: "half_size", Shape: []int{3}, Floats: []float32{0.05, 0.08, 0.15}})
	require.NoError(t, err)
	require.Contains(t, notes, "half_size: body 0 is no box to others, as its particles are not at the 8 corners of one")
	require.Zero(t, s.Joined.Of(system.Box)[0])
}

// TestSprings: springs tie two particles, and one number is of all of them.
func TestSprings(t *testing.T) {
	springs := npz.Array{Key: "springs", Shape: []int{2, 2}, Ints: []int64{1, 0, 1, 2}}
	s, notes, err := read(t, make([]float64, 9), springs, number("stiffness", 10))
	require.NoError(t, err)
	require.Equal(t, []float64{10, 10}, s.Springs.Constants[system.StiffnessFeature])
	require.Equal(t, []string{"springs have a stiffness and no rest_length: it is taken as 0"}, notes)
	for want, given := range map[string][]npz.Array{
		"spring 1 ties particle 2 to itself":    {{Key: "springs", Shape: []int{2, 2}, Ints: []int64{1, 0, 2, 2}}},
		"has the particle 3 at [0 1]":           {{Key: "springs", Shape: []int{1, 2}, Ints: []int64{1, 3}}},
		"stiffness is there without springs":    {number("stiffness", 10)},
		"stiffness has shape [3], expected one": {springs, list("stiffness", 1, 2, 3)},
		"has -1, expected 0 or more":            {springs, list("stiffness", 0, -1)},
	} {
		_, _, err := read(t, make([]float64, 9), given...)
		require.ErrorContains(t, err, want)
	}
}

// TestCheckLoad: a joint that turns has a torque, one that slides a thrust, and any other none.
func TestCheckLoad(t *testing.T) {
	archive := readerOf(t)
	s := Structure{particles: 3, Joints: []system.Joint{{Members: []int{0}}, {Members: []int{1}, Slides: true}, {Members: []int{2}, Type: system.OnBall}}}
	for _, c := range []struct {
		field  *system.Field
		values []float32 // of two frames
		text   string
	}{
		{system.Torque, []float32{1, 0, 0, 1, 0, 0}, ""}, {system.Thrust, []float32{0, 1, 0, 0, 1, 0}, ""}, {system.Mass, []float32{1, 1, 1, 1, 1, 1}, ""},
		{system.Torque, []float32{0, 0, 0, 0, 2, 0}, "joint 1 has 2 in row 1, expected 0"}, {system.Torque, []float32{0, 0, 3, 0, 0, 0}, "joint 2 has 3 in row 0, expected 0"},
		{system.Thrust, []float32{4, 0, 0, 0, 0, 0}, "joint 0 has 4 in row 0, expected 0"}, {system.Thrust, []float32{0, 0, 0, 0, 0, 5}, "joint 2 has 5 in row 1, expected 0"},
	} {
		err := s.CheckLoad(archive, c.field, "load", c.values)
		if c.text == "" {
			require.NoError(t, err, "%+v", c.values)
		} else {
			require.ErrorContains(t, err, c.text)
		}
	}
}
