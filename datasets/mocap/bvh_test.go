package mocap

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
)

// A hip with a leg along -y and an arm along x, whose shoulder is at the place
// of the hip.
const bodyText = `HIERARCHY
ROOT Hips
{
	OFFSET 0 0 0
	CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
	JOINT Leg
	{
		OFFSET 0 -2 0
		CHANNELS 3 Zrotation Xrotation Yrotation
		End Site
		{
			OFFSET 0 -3 0
		}
	}
	JOINT Shoulder
	{
		OFFSET 0 0 0
		CHANNELS 1 Zrotation
		JOINT Hand
		{
			OFFSET 4 0 0
			CHANNELS 0
		}
	}
}
MOTION
Frames: 2
Frame Time: 0.01
1 2 3 0 0 0 0 0 0 0
0 0 0 90 0 90 0 90 0 90
`

func parseBody(edits ...string) (bvhFile, error) {
	return parseBVH("body.bvh", strings.NewReader(strings.NewReplacer(edits...).Replace(bodyText)))
}

// TestBVHPoses compares both frames with positions by hand: in the second the
// root turns by 90 degrees about y and then about z.
func TestBVHPoses(t *testing.T) {
	body, err := parseBody()
	require.NoError(t, err)
	skeleton, motion := body.skeleton, body.motion
	require.Equal(t, 0.01, body.rate.seconds)
	require.Equal(t, 2, motion.Frames())
	require.Equal(t, [][2]int{{1, 0}, {2, 1}, {3, 0}}, skeleton.bones(), "the shoulder is the hip")
	require.Equal(t, "Leg_end", skeleton.Joints[2].Name)
	allclose.Within(t, []float64{
		1, 2, 3, 1, 0, 3, 1, -3, 3, 5, 2, 3,
		// z(90) y(90) takes x to -z, y to -x and z to y. The leg turns by x(90)
		// first, and the arm by z(90).
		0, 0, 0, 2, 0, 0, 2, -3, 0, -4, 0, 0,
	}, motion.Positions, 1e-12)
}

// TestBVHAsProgramsWriteIt: each of these is the same body.
func TestBVHAsProgramsWriteIt(t *testing.T) {
	want, err := parseBody()
	require.NoError(t, err)
	leg, moved := "CHANNELS 3 Zrotation Xrotation Yrotation", "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation"
	positions := func(offset string) []string {
		return []string{leg, moved, "1 2 3 0 0 0 0 0 0 0", "1 2 3 0 0 0 " + offset + " 0 0 0 0", "0 0 0 90 0 90 0 90 0 90", "0 0 0 90 0 90 " + offset + " 0 90 0 90"}
	}
	for name, c := range map[string]struct {
		edits []string
		note  string
	}{
		"byte order mark":              {[]string{"HIERARCHY", "\ufeffHIERARCHY"}, ""},
		"old line ends":                {[]string{"\n", "\r"}, ""},
		"braces behind names":          {[]string{"JOINT Leg\n\t{", "JOINT Leg {", "Site\n\t\t{", "Site {"}, ""},
		"other letters and spaces":     {[]string{"HIERARCHY", "Hierarchy", "Frames: 2", "FRAMES:2", "Frame Time:", "frame time :"}, ""},
		"one frame more":               {[]string{"Frames: 2", "Frames: 1"}, "body.bvh has 2 frames where it announces 1: all are read"},
		"positions that are offsets":   {positions("0 -2 0"), ""},
		"positions that are 0":         {positions("0 0 0"), ""},
		"positions in offsets' places": {append(positions("0 -2 0"), "OFFSET 0 -2 0", "OFFSET 0 0 0"), "body.bvh: positions stand in the place of the offsets of Leg"},
	} {
		t.Run(name, func(t *testing.T) {
			body, err := parseBody(c.edits...)
			require.NoError(t, err)
			require.Equal(t, want.motion, body.motion)
			require.Equal(t, want.rate.seconds, body.rate.seconds)
			require.Equal(t, want.skeleton.bones(), body.skeleton.bones())
			require.Equal(t, strings.Fields(c.note), strings.Fields(strings.Join(body.notes, " ")))
		})
	}
	body, err := parseBody("JOINT Hand", "JOINT Bone#1", "JOINT Leg", "JOINT Bone#2 # left")
	require.NoError(t, err)
	require.Equal(t, "Bone#2 # left", body.skeleton.Joints[1].Name)
	require.Equal(t, "Bone#1", body.skeleton.Joints[3].Name)
}

// TestBVHWithAScene: the joint that moves within the scene is the root.
func TestBVHWithAScene(t *testing.T) {
	want, err := parseBody()
	require.NoError(t, err)
	head, rest, _ := strings.Cut(bodyText, "ROOT Hips")
	hierarchy, motion, _ := strings.Cut(rest, "MOTION")
	body, err := parseBVH("body.bvh", strings.NewReader(head+"ROOT Scene\n{\nOFFSET 7 7 7\nCHANNELS 0\nJOINT Hips"+hierarchy+"}\nMOTION"+motion))
	require.NoError(t, err)
	for i, x := range want.motion.Positions {
		require.InDelta(t, x+7, body.motion.Positions[i], 1e-12)
	}
	require.Equal(t, want.skeleton.Joints, body.skeleton.Joints)
	require.Contains(t, body.notes, "body.bvh: the skeleton begins at Hips, which moves away from Scene")
}

func TestRates(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"0.0333333", "0.033333", true}, {"0.0083", "0.008333", true}, {"8.333e-3", "0.0083333", true},
		{"0.033333", "0.033367", false}, {"0.03", "0.033333", false}, {"1", "1.4", false},
	} {
		a, _ := strconv.ParseFloat(c.a, 64)
		b, _ := strconv.ParseFloat(c.b, 64)
		require.Equal(t, c.same, rateOf(a, c.a).same(rateOf(b, c.b)), c)
		require.Equal(t, c.same, rateOf(b, c.b).same(rateOf(a, c.a)), c)
	}
}

func TestDamagedBVH(t *testing.T) {
	for name, c := range map[string]struct {
		edits   []string
		message string
	}{
		"another format":    {[]string{"HIERARCHY", ":version"}, `body.bvh:1: ":version" is no BVH here: expected HIERARCHY`},
		"no brace":          {[]string{"JOINT Leg\n\t{", "JOINT Leg\n"}, `body.bvh:8: "OFFSET 0 -2 0" is no BVH here: expected {`},
		"another channel":   {[]string{"CHANNELS 1 Zrotation", "CHANNELS 1 Wrotation"}, `there is no channel "Wrotation"`},
		"a moving bone":     {[]string{"CHANNELS 1 Zrotation", "CHANNELS 1 Zposition"}, "body.bvh:30: Shoulder moves away from Hips: it is 0 from it in frame 0 and 90 in frame 1; bones keep their lengths, so only the root may move: export rotations alone"},
		"a channel twice":   {[]string{"CHANNELS 3 Zrotation Xrotation", "CHANNELS 3 Zrotation Zrotation"}, "the channel Zrotation is there twice"},
		"count of channels": {[]string{"CHANNELS 1 Z", "CHANNELS 2 Z"}, "the number of channels differs from the number of their names"},
		"a joint twice":     {[]string{"JOINT Shoulder", "JOINT Leg"}, `there is a second joint "Leg"`},
		"an offset":         {[]string{"OFFSET 4 0 0", "OFFSET 4 0"}, `"OFFSET" has 2 values, expected 3`},
		"no offset":         {[]string{"OFFSET 4 0 0", ""}, "has no OFFSET: expected how far it is from its parent"},
		"two offsets":       {[]string{"OFFSET 4 0 0", "OFFSET 4 0 0\nOFFSET 4 0 0"}, "has a second OFFSET"},
		"channels twice":    {[]string{"CHANNELS 1 Zrotation", "CHANNELS 1 Zrotation\nCHANNELS 1 Zrotation"}, "Shoulder has CHANNELS a second time"},
		"cut short":         {[]string{"}\nMOTION", "MOTION"}, `"MOTION" is no part of a joint`},
		"a short frame":     {[]string{"1 2 3 0 0", "1 2 3 0"}, "frame 0 has 9 numbers, expected 10"},
		"an underscore":     {[]string{"1 2 3 0 0", "1_0 2 3 0 0"}, "body.bvh:29: \"1_0\" of \"frame 0\" is not a finite number"},
		"no number":         {[]string{"1 2 3 0 0", "1 2 three 0 0"}, "body.bvh:29: \"three\" of \"frame 0\" is not a finite number"},
		"fewer frames":      {[]string{"Frames: 2", "Frames: 3"}, "there are 2 frames, and 3 are announced"},
		"no word of time":   {[]string{"Frame Time: 0.01", "Frame"}, `"Frame" is no BVH here: expected Frame Time: and a number`},
		"no time":           {[]string{"Time: 0.01", "Time: 0"}, "the time between frames is 0 s"},
		"no bone":           {[]string{"OFFSET 0 -2 0", "OFFSET 0 0 0", "OFFSET 0 -3 0", "OFFSET 0 0 0", "OFFSET 4 0 0", "OFFSET 0 0 0"}, "the skeleton has no bone of any length"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := parseBody(c.edits...)
			require.ErrorContains(t, err, c.message)
		})
	}
}

func FuzzBVH(f *testing.F) {
	f.Add(bodyText)
	f.Add(strings.Replace(bodyText, "Frame Time: 0.01", "Frame", 1))
	f.Add(strings.Replace(bodyText, "CHANNELS 0", "End Site\n{\nOFFSET 1 1 1\n}", 1))
	f.Fuzz(func(t *testing.T, text string) {
		body, err := parseBVH("body.bvh", strings.NewReader(text))
		if err == nil {
			motion := body.motion
			require.Len(t, body.skeleton.Joints, motion.Particles)
			require.Len(t, motion.Positions, 3*motion.Particles*motion.Frames())
		}
	})
}
