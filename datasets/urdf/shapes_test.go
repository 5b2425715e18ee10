package urdf

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
)

// twoLinks is a robot whose arm hangs by a turned joint, with a hand that is fixed to it.
const twoLinks = `<robot name="r"><link name="world"><visual><geometry><box size="1 2 3"/></geometry></visual></link>
<link name="arm"><visual><origin xyz="0 0 1"/><geometry><mesh filename="package://r/arm.stl" scale="2 2 2"/></geometry></visual>
<visual><geometry><cylinder radius="0.1" length="0.5"/></geometry></visual></link>
<link name="hand"><visual><geometry><sphere radius="0.2"/></geometry></visual></link>
<joint name="hinge" type="revolute"><parent link="world"/><child link="arm"/><origin xyz="1 0 0" rpy="0 1.5707963267948966 0"/></joint>
<joint name="grip" type="fixed"><parent link="arm"/><child link="hand"/><origin xyz="0 0 2"/></joint></robot>`

// TestShapes are where the file has them, in the frame of the first link, and move with the joints
// that are named.
func TestShapes(t *testing.T) {
	shapes, anchors, err := parseShapes("r.urdf", twoLinks, []string{"hinge"})
	require.NoError(t, err)
	require.Equal(t, []Anchor{{"hinge", [3]float64{1, 0, 0}}}, anchors)
	require.Len(t, shapes, 4)
	for i, want := range []Shape{
		{Body: "world", Kind: "box", Size: [3]float64{1, 2, 3}},
		{Body: "hinge", Kind: "mesh", Mesh: "package://r/arm.stl", Size: [3]float64{2, 2, 2}, Origin: [3]float64{2, 0, 0}},
		{Body: "hinge", Kind: "cylinder", Size: [3]float64{0.1, 0.5, 0}, Origin: [3]float64{1, 0, 0}},
		{Body: "hinge", Kind: "sphere", Size: [3]float64{0.2, 0, 0}, Origin: [3]float64{3, 0, 0}},
	} {
		got := shapes[i]
		allclose.Within(t, want.Origin[:], got.Origin[:], 1e-12)
		if turned := got.Turn.Turn([3]float64{0, 0, 1}); i > 0 { // the joint turns z to x
			require.InDelta(t, 1, turned[0], 1e-12)
		} else {
			require.Equal(t, 1.0, turned[2])
		}
		got.Turn, got.Origin = want.Turn, want.Origin
		require.Equal(t, want, got)
	}

	shapes, anchors, err = parseShapes("r.urdf", twoLinks, []string{"grip"}) // as by --hold
	require.NoError(t, err)
	require.Equal(t, "grip", anchors[0].Body)
	require.Equal(t, []string{"world", "world", "world", "grip"}, []string{shapes[0].Body, shapes[1].Body, shapes[2].Body, shapes[3].Body})
}

func TestShapesRefused(t *testing.T) {
	for inner, want := range map[string]string{
		`<geometry/>`: "none of mesh, box, cylinder and sphere",
		`<origin xyz="1 2"/><geometry><sphere radius="1"/></geometry>`:    "xyz of its <origin>: 2 numbers, expected 3",
		`<origin xyz=""/><geometry><sphere radius="1"/></geometry>`:       "xyz of its <origin>: 0 numbers, expected 3",
		`<origin rpy="0 0 0 0"/><geometry><box size="1 1 1"/></geometry>`: "rpy of its <origin>: 4 numbers, expected 3",
		`<origin rpy=" "/><geometry><box size="1 1 1"/></geometry>`:       "rpy of its <origin>: 0 numbers, expected 3",
		`<geometry><sphere radius="big"/></geometry>`:                     `the radius of its sphere: "big" is no number`,
		`<geometry><sphere radius="0x1p2"/></geometry>`:                   `the radius of its sphere: "0x1p2" is no number`,
		`<geometry><sphere radius="1e39"/></geometry>`:                    `the radius of its sphere: "1e39" is no number of float32`,
		`<geometry><sphere radius="-1"/></geometry>`:                      `the radius of its sphere: "-1" is negative, expected 0 or more`,
		`<geometry><sphere radius="1 2"/></geometry>`:                     "the radius of its sphere: 2 numbers, expected 1",
		`<geometry><cylinder radius="1"/></geometry>`:                     "the length of its cylinder: 0 numbers, expected 1",
		`<geometry><cylinder radius="1 2" length=""/></geometry>`:         "the radius of its cylinder: 2 numbers, expected 1",
		`<geometry><cylinder radius="1" length="-2"/></geometry>`:         `the length of its cylinder: "-2" is negative, expected 0 or more`,
		`<geometry><box/></geometry>`:                                     "the size of its box: 0 numbers, expected 3",
		`<geometry><box size="1 -1 1"/></geometry>`:                       `the size of its box: "-1" is negative, expected 0 or more`,
		`<geometry><mesh filename="a.stl" scale="1 1"/></geometry>`:       "the scale of its mesh: 2 numbers, expected 3",
		`<geometry><mesh filename="a.stl" scale=""/></geometry>`:          "the scale of its mesh: 0 numbers, expected 3",
	} {
		t.Run(want, func(t *testing.T) {
			_, _, err := parseShapes("r.urdf", `<robot name="r"><link name="a"><visual>`+inner+`</visual></link></robot>`, nil)
			require.ErrorContains(t, err, `r.urdf: a <visual> of the link "a": `)
			require.ErrorContains(t, err, want)
		})
	}
	_, _, err := parseShapes("r.urdf", "<robot", nil)
	require.ErrorContains(t, err, "r.urdf")
	shapes, _, err := parseShapes("r.urdf", `<robot name="r"><link name="a"><visual><geometry><mesh filename="a.stl"/></geometry></visual></link></robot>`, nil)
	require.NoError(t, err)
	require.Equal(t, [3]float64{1, 1, 1}, shapes[0].Size)
	shapes, _, err = parseShapes("r.urdf", strings.Replace(twoLinks, `scale="2 2 2"`, `scale="1 -1 1"`, 1), nil) // mirrored
	require.NoError(t, err)
	require.Equal(t, [3]float64{1, -1, 1}, shapes[1].Size)
	shapes, _, err = parseShapes("r.urdf", strings.Replace(twoLinks, `radius="0.1"`, `radius="0"`, 1), nil)
	require.NoError(t, err)
	require.Equal(t, [3]float64{0, 0.5, 0}, shapes[2].Size)
	require.Equal(t, 0.0, math.Abs(shapes[0].Origin[0]))
}
