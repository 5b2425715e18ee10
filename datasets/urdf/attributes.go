package urdf

import (
	"encoding/xml"
	"math"
	"slices"
	"strings"

	"gmnc/internal/rotation"
)

// attributes holds the attributes of an element.
type attributes struct {
	*parser
	element xml.StartElement
}

// These are the attributes that are read, besides names.
var (
	poseAttributes    = []string{"xyz", "rpy", "quat_xyzw"}
	inertiaAttributes = []string{"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}
)

// loose lists elements whose other attributes affect neither positions nor masses. An example
// is the stiffness of a controller that Franka's files have in <dynamics>.
var loose = []string{"robot", "link", "joint", "limit", "inertial", "dynamics"}

// check returns an error for an attribute that is not read, and for one that occurs twice.
func (a attributes) check(known []string) error {
	element := a.element.Name.Local
	seen := map[string]bool{}
	for _, attribute := range a.element.Attr {
		name := attribute.Name.Local
		inOtherLetters := func(word string) bool { return strings.EqualFold(word, name) }
		switch {
		case attribute.Name.Space != "" || name == "xmlns":
		case seen[name]:
			return a.Errorf("<%s> has the attribute %s twice", element, name)
		case strings.Contains(attribute.Value, "${") || strings.Contains(attribute.Value, "$("):
			return a.Errorf("%s of <%s> is %.40q, an expression of xacro: run xacro on the file first", name, element, attribute.Value)
		case slices.Contains(known, name):
		case slices.Contains(loose, element) && !slices.ContainsFunc(known, inOtherLetters):
			a.unread[element+"@"+name]++
		default:
			return a.Errorf("<%s> has the attribute %.40q, which is not known here: expected %s", element, name, strings.Join(known, ", "))
		}
		seen[name] = true
	}
	return nil
}

// given returns an attribute, and whether the element has it.
func (a attributes) given(name string) (text string, there bool) {
	for _, attribute := range a.element.Attr {
		if attribute.Name.Local == name && attribute.Name.Space == "" {
			return strings.TrimSpace(attribute.Value), true
		}
	}
	return "", false
}

// optional returns an attribute, or otherwise if the element does not have it.
func (a attributes) optional(name, otherwise string) string {
	if text, there := a.given(name); there {
		return text
	}
	return otherwise
}

// text returns a required attribute.
func (a attributes) text(name string) (string, error) {
	if text := a.optional(name, ""); text != "" {
		return text, nil
	}
	return "", a.Errorf("<%s> has no %s", a.element.Name.Local, name)
}

// number returns an attribute that is a number, or otherwise if the element does not have it.
func (a attributes) number(name string, otherwise float64) (float64, error) {
	if text, there := a.given(name); there {
		return a.Float(text, name)
	}
	return otherwise, nil
}

// numbers returns the numbers of an attribute, or nil if the element does not have it.
func (a attributes) numbers(name string, count int) ([]float64, error) {
	text, there := a.given(name)
	if !there {
		return nil, nil
	}
	words := strings.Fields(text)
	if len(words) != count {
		return nil, a.Errorf("%s of %s has %d numbers, expected %d", name, a.owner, len(words), count)
	}
	numbers := make([]float64, count)
	for i, word := range words {
		var err error
		if numbers[i], err = a.Float(word, name); err != nil {
			return nil, err
		}
	}
	return numbers, nil
}

// vector returns an attribute of three numbers, or zero if the element does not have it.
func (a attributes) vector(name string) (vector [3]float64, err error) {
	numbers, err := a.numbers(name, 3)
	copy(vector[:], numbers)
	return vector, err
}

// wound is the largest angle that counts as radians, about a whole turn. Angles in degrees are
// larger.
const wound = 6.3

// frame returns the frame of an <origin>. It is displaced by xyz and rotated by rpy, in radians
// about the fixed axes x, y and z one after the other, or by a quaternion.
func (a attributes) frame() (frame, error) {
	position, err := a.vector("xyz")
	if err != nil {
		return frame{}, err
	}
	quaternion, err := a.numbers("quat_xyzw", 4)
	switch {
	case err != nil:
		return frame{}, err
	case quaternion == nil:
		angles, err := a.vector("rpy")
		if slices.ContainsFunc(angles[:], func(angle float64) bool { return math.Abs(angle) > wound }) {
			a.wound = append(a.wound, a.owner)
		}
		return frame{rotation.Sequence([]int{0, 1, 2}, angles[:], 1), position}, err
	case !a.quaternions:
		return frame{}, a.Errorf(`the <origin> of %s has quat_xyzw, which files before version 1.1 do not have: write <robot version="1.1">, or rpy`, a.owner)
	case a.optional("rpy", "") != "":
		return frame{}, a.Errorf("the <origin> of %s has rpy and quat_xyzw: expected one of them", a.owner)
	}
	turn, err := a.turn([4]float64(quaternion))
	return frame{turn, position}, err
}

// offUnit is the largest deviation from 1 of the norm of a quaternion with rounded numbers.
const offUnit = 1e-3

// turn returns the rotation by a quaternion (x, y, z, w), scaled to norm 1.
func (a attributes) turn(q [4]float64) (rotation.Matrix, error) {
	norm := math.Sqrt(float64(q[0]*q[0]) + float64(q[1]*q[1]) + float64(q[2]*q[2]) + float64(q[3]*q[3]))
	if math.Abs(norm-1) > offUnit {
		return rotation.Matrix{}, a.Errorf("quat_xyzw of %s has the norm %.6g, expected 1", a.owner, norm)
	}
	x, y, z, w := q[0]/norm, q[1]/norm, q[2]/norm, q[3]/norm
	twice := func(a, b float64) float64 { return float64(2 * a * b) }
	return rotation.Matrix{
		{1 - twice(y, y) - twice(z, z), twice(x, y) - twice(z, w), twice(x, z) + twice(y, w)},
		{twice(x, y) + twice(z, w), 1 - twice(x, x) - twice(z, z), twice(y, z) - twice(x, w)},
		{twice(x, z) - twice(y, w), twice(y, z) + twice(x, w), 1 - twice(x, x) - twice(y, y)},
	}, nil
}

// end returns the end that a <parent> or <child> names.
func (a attributes) end() (end, error) {
	name, err := a.text("link")
	return end{name, a.Number}, err
}
