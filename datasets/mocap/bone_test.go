package mocap

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
)

// TestPositionsOfBones: positions near the offset, or at 0, add nothing to it. Those that stay elsewhere
// replace it, and those that turn move the bone.
func TestPositionsOfBones(t *testing.T) {
	for name, c := range map[string]struct {
		offset [3]float64
		values []float64 // of two frames
		want   [3]float64
		moves  bool
	}{
		"digits of the offset": {[3]float64{0, -200, 0}, []float64{0, -200.019, 0, 0, -200, 0}, [3]float64{0, -200, 0}, false},
		"off the offset":       {[3]float64{0, -200, 0}, []float64{0.021, -200, 0, 0.021, -200, 0}, [3]float64{0.021, -200, 0}, false},
		"nothing":              {[3]float64{0, -200, 0}, []float64{0, 0.019, 0, 0, 0, 0.019}, [3]float64{0, -200, 0}, false},
		"longer than offset":   {[3]float64{0, -2, 0}, []float64{0, 200, 0, 0.019, 200, 0}, [3]float64{0, 200, 0}, false},
		"a bone that turns":    {[3]float64{0, -2, 0}, []float64{0, -2, 0, 2, 0, 0}, [3]float64{0, -2, 0}, true},
	} {
		p := &bvhParser{numbers: 3, values: c.values}
		joint := bvhJoint{offset: c.offset, channels: []int{0, 1, 2}}
		require.NoError(t, p.bone(&joint), name)
		require.Equal(t, c.want, joint.offset, name)
		require.Equal(t, c.moves, joint.moves, name)
	}
	require.True(t, bvhJoint{channels: []int{3, 2}}.hasPositions())
	require.False(t, bvhJoint{channels: []int{3, 4, 5}}.hasPositions())
}

// TestJointsAtOnePlace: the children of a joint at the position of its parent hang on the parent.
func TestJointsAtOnePlace(t *testing.T) {
	body, err := parseBVH("body.bvh", strings.NewReader(`HIERARCHY
ROOT A
{
OFFSET 0 0 0
CHANNELS 1 Xrotation
JOINT B
{
OFFSET 0 1 0
JOINT C
{
OFFSET 0 0 0
JOINT D
{
OFFSET 1 0 0
}
}
}
}
MOTION
Frames: 1
Frame Time: 0.01
0
`))
	require.NoError(t, err)
	require.Equal(t, [][2]int{{1, 0}, {2, 1}}, body.skeleton.bones())
	require.Equal(t, map[string]int{"A": 0, "B": 1, "D": 2}, body.skeleton.byName)
	require.Equal(t, -1, body.skeleton.Joints[0].Parent)
	allclose.Within(t, []float64{0, 0, 0, 0, 1, 0, 1, 1, 0}, body.motion.Positions, 1e-12)
}

// TestRoundingBounds: angles are rounded that are a millionth of a step from whole steps, and change
// unevenly in more than a tenth of the frames. The error of a step is that of even chances.
func TestRoundingBounds(t *testing.T) {
	of := func(values ...float64) (step, fraction float64) {
		turns := &bvhParser{numbers: 1, turns: []bool{true}, values: values}
		return turns.rounding()
	}
	for _, size := range []float64{1, 0.1, 0.01} {
		step, fraction := of(0, size, 3*size, 4*size, 6*size, 7*size)
		require.Equal(t, size, step)
		require.InDelta(t, 1/math.Sqrt(6*2.5), fraction, 1e-9) // the changes are one and two steps
	}
	step, _ := of(0, 1+0.9e-6, 3, 4, 6, 7)
	require.Equal(t, 1.0, step)
	step, _ = of(0, 1+1.1e-6, 3, 4, 6, 7)
	require.Zero(t, step)
	bent := func(times int) (values []float64) { // 20 changes are compared with those before
		x, change := 0.0, 1.0
		for i := range 22 {
			values = append(values, x)
			if i > 0 && i <= times {
				change++
			}
			x += change
		}
		return values
	}
	step, _ = of(bent(2)...)
	require.Zero(t, step, "a tenth")
	step, _ = of(bent(3)...)
	require.Equal(t, 1.0, step)
}

// TestNoteOnRounding gives the step and the error.
func TestNoteOnRounding(t *testing.T) {
	head, _, _ := strings.Cut(bodyText, "Frames:")
	frames := ""
	for _, angle := range []string{"0", "20", "60", "80", "120", "140"} {
		frames += "1 2 3 0 0 0 0 0 0 " + angle + "\n"
	}
	parse := func(frames string) []string {
		body, err := parseBVH("body.bvh", strings.NewReader(head+"Frames: 6\nFrame Time: 0.01\n"+frames))
		require.NoError(t, err)
		return body.notes
	}
	require.Empty(t, parse(frames))
	small := strings.NewReplacer(" 20\n", " 7.1\n", " 60\n", " 7.3\n", " 80\n", " 7.4\n", " 120\n", " 7.6\n", " 140\n", " 7.7\n", " 0\n", " 7\n").Replace(frames)
	require.Len(t, parse(small), 1)
	require.Contains(t, parse(small)[0], "body.bvh: angles are rounded to 0.1 degrees, an error of ")
}
