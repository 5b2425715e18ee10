package mocap

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/system"
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

func parseBody(edits ...string) (*Skeleton, system.Trajectory, float64, error) {
	return parseBVH("body.bvh", strings.NewReader(strings.NewReplacer(edits...).Replace(bodyText)))
}

// TestBVHPoses compares both frames with positions by hand: in the second the
// root turns by 90 degrees about y and then about z.
func TestBVHPoses(t *testing.T) {
	skeleton, motion, rate, err := parseBody()
	require.NoError(t, err)
	require.Equal(t, 0.01, rate)
	require.Equal(t, 2, motion.Frames())
	require.Equal(t, [][2]int{{1, 0}, {2, 1}, {3, 0}}, skeleton.Bones(), "the shoulder is the hip")
	require.Equal(t, "Leg_end", skeleton.Joints[2].Name)
	require.InDeltaSlice(t, []float64{
		1, 2, 3, 1, 0, 3, 1, -3, 3, 5, 2, 3,
		// z(90) y(90) takes x to -z, y to -x and z to y. The leg turns by x(90)
		// first, and the arm by z(90).
		0, 0, 0, 2, 0, 0, 2, -3, 0, -4, 0, 0,
	}, motion.Positions, 1e-12)
}

func TestDamagedBVH(t *testing.T) {
	for name, c := range map[string]struct {
		edits   []string
		message string
	}{
		"another format":    {[]string{"HIERARCHY", ":version"}, `body.bvh:1: ":version" is no BVH here: expected HIERARCHY`},
		"no brace":          {[]string{"JOINT Leg\n\t{", "JOINT Leg\n"}, `body.bvh:8: "OFFSET 0 -2 0" is no BVH here: expected {`},
		"another channel":   {[]string{"CHANNELS 1 Zrotation", "CHANNELS 1 Wrotation"}, `there is no channel "Wrotation"`},
		"a moving bone":     {[]string{"CHANNELS 1 Zrotation", "CHANNELS 1 Zposition"}, "Shoulder moves along Zposition: bones keep their lengths"},
		"a channel twice":   {[]string{"CHANNELS 3 Zrotation Xrotation", "CHANNELS 3 Zrotation Zrotation"}, "the channel Zrotation is there twice"},
		"count of channels": {[]string{"CHANNELS 1 Z", "CHANNELS 2 Z"}, "the number of channels is not that of their names"},
		"a joint twice":     {[]string{"JOINT Shoulder", "JOINT Leg"}, `there is a second joint "Leg"`},
		"an offset":         {[]string{"OFFSET 4 0 0", "OFFSET 4 0"}, `"OFFSET" has 2 values, expected 3`},
		"cut short":         {[]string{"}\nMOTION", "MOTION"}, `"MOTION" is no part of a joint`},
		"a short frame":     {[]string{"1 2 3 0 0", "1 2 3 0"}, "frame 0 has 9 numbers, expected 10"},
		"no number":         {[]string{"1 2 3 0 0", "1 2 three 0 0"}, "body.bvh:29: \"three\" of \"frame 0\" is not a finite number"},
		"fewer frames":      {[]string{"Frames: 2", "Frames: 3"}, "there are 2 frames, and 3 are announced"},
		"no word of time":   {[]string{"Frame Time: 0.01", "Frame"}, `"Frame" is no BVH here: expected Frame Time:`},
		"no time":           {[]string{"Time: 0.01", "Time: 0"}, "the time between frames is 0 s"},
		"no bone":           {[]string{"OFFSET 0 -2 0", "OFFSET 0 0 0", "OFFSET 0 -3 0", "OFFSET 0 0 0", "OFFSET 4 0 0", "OFFSET 0 0 0"}, "the skeleton has no bone of any length"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, _, err := parseBody(c.edits...)
			require.ErrorContains(t, err, c.message)
		})
	}
}

// writeTrials writes BVH files of the body, turning, of 200 frames each.
func writeTrials(t *testing.T, folder string, names ...string) {
	t.Helper()
	head, _, _ := strings.Cut(bodyText, "Frames:")
	for number, name := range names {
		text := new(strings.Builder)
		fmt.Fprintf(text, "%sFrames: 200\nFrame Time: 0.01\n", head)
		for frame := range 200 {
			fmt.Fprintf(text, "%d 0 0 %d %d 0 0 %d 0 %d\n", frame, frame+number, 2*frame, frame, -frame)
		}
		require.NoError(t, os.WriteFile(filepath.Join(folder, name+".bvh"), []byte(text.String()), 0o644))
	}
}

func TestPrepareBVHAsTree(t *testing.T) {
	folder := t.TempDir()
	writeTrials(t, folder, "a", "b", "c")
	data, err := Prepare(folder, Options{Seed: 1, Tree: true, Joints: true})
	require.NoError(t, err)
	require.Equal(t, []string{"joint00", "joint01", "joint02", "joint03"}, data.NodeFeatures)
	require.Equal(t, []float32{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, data.First().NodeFeatures)
	require.Equal(t, "30 frames of 0.01 s", data.About.Interval)
	first := data.First()
	require.Equal(t, 1, first.Count(system.Tree))
	require.Equal(t, []int64{-1, 0, 1, 0}, first.Objects.Numbers(system.Tree, 4))
	require.True(t, system.MeasureLengths(data.Train, func(s system.Sample) [][2]int { return s.Objects.Bars(system.Tree) }).Rigid())
	path := filepath.Join(t.TempDir(), "data.npz")
	require.NoError(t, datasets.Write(path, data))
	stored, err := datasets.Read(path)
	require.NoError(t, err)
	require.Equal(t, data, stored)
}

func TestFoldersThatCannotBePrepared(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(folder string)
		message string
	}{
		"two files":  {func(folder string) { os.Remove(filepath.Join(folder, "c.bvh")) }, "0 .asf, 0 .amc and 2 .bvh files"},
		"both kinds": {func(folder string) { os.WriteFile(filepath.Join(folder, "d.amc"), nil, 0o644) }, "0 .asf, 1 .amc and 3 .bvh files"},
		"other joints": {func(folder string) {
			os.WriteFile(filepath.Join(folder, "c.bvh"), []byte(strings.Replace(bodyText, "JOINT Hand", "JOINT Finger", 1)), 0o644)
		}, "c.bvh has other joints than"},
		"another rate": {func(folder string) {
			os.WriteFile(filepath.Join(folder, "c.bvh"), []byte(strings.Replace(bodyText, "0.01", "0.02", 1)), 0o644)
		}, "c.bvh has frames of 0.02 s"},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			writeTrials(t, folder, "a", "b", "c")
			c.change(folder)
			_, err := Prepare(folder, Options{Seed: 1})
			require.ErrorContains(t, err, c.message)
		})
	}
}

func FuzzBVH(f *testing.F) {
	f.Add(bodyText)
	f.Add(strings.Replace(bodyText, "Frame Time: 0.01", "Frame", 1))
	f.Add(strings.Replace(bodyText, "CHANNELS 0", "End Site\n{\nOFFSET 1 1 1\n}", 1))
	f.Fuzz(func(t *testing.T, text string) {
		skeleton, motion, _, err := parseBVH("body.bvh", strings.NewReader(text))
		if err == nil {
			require.Len(t, skeleton.Joints, motion.Particles)
			require.Len(t, motion.Positions, 3*motion.Particles*motion.Frames())
		}
	})
}
