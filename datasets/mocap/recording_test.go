package mocap

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/system"
)

// TestFilesThatAreMissing are named, and nothing is returned of them.
func TestFilesThatAreMissing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none")
	_, rate, err := parseArm(t).readMotion(path)
	require.Zero(t, rate)
	require.ErrorContains(t, err, "cannot read the motion: ")
	require.ErrorIs(t, err, fs.ErrNotExist)
	_, err = readBVH(path)
	require.ErrorContains(t, err, "cannot read the motion: ")
	_, err = readSkeleton(path)
	require.ErrorContains(t, err, "cannot read the skeleton: ")
	require.ErrorIs(t, new(recording).readBiovision([]string{path}), fs.ErrNotExist)
}

// TestLinesThatAreWrong are named with their number.
func TestLinesThatAreWrong(t *testing.T) {
	for want, edit := range map[string][2]string{
		"arm.asf:11: axis of the root has 2 values, expected 1, such as XYZ": {"axis XYZ", "axis XYZ YZX"},
		"arm.asf:17: the name of a bone has 2 words, expected 1":             {"name upper", "name upper arm"},
		`arm.asf:35: the hierarchy has the unknown bone "hand"`:              {"upper lower", "hand lower"},
	} {
		_, err := parseSkeleton("arm.asf", strings.NewReader(strings.Replace(armText, edit[0], edit[1], 1)))
		require.EqualError(t, err, want)
	}
	for want, edit := range map[string][2]string{
		`body.bvh:26: "MOVES" is no BVH here: expected MOTION`:                     {"MOTION", "MOVES"},
		`body.bvh:27: "Frames: 2 3" is no BVH here: expected Frames: and a number`: {"Frames: 2", "Frames: 2 3"},
		`body.bvh:27: "Frame: 2" is no BVH here: expected Frames: and a number`:    {"Frames: 2", "Frame: 2"},
	} {
		_, err := parseBody(edit[0], edit[1])
		require.EqualError(t, err, want)
	}
	_, err := parseBVH("body.bvh", strings.NewReader(bodyText[:strings.Index(bodyText, "CHANNELS 0")]))
	require.ErrorContains(t, err, "the file ends within the joint Hand: it is cut short")
	for rate, want := range map[string]string{"0": "there are 0 samples per second, expected more than 0", "0.5": ""} {
		_, seconds, err := parseArm(t).parseMotion("arm.amc", strings.NewReader(":SAMPLES-PER-SECOND "+rate+"\n"+motionText))
		if want != "" {
			require.ErrorContains(t, err, want)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, 0.5, seconds)
	}
}

// TestAcclaimFolders: trials have one rate, which gives the interval, or none.
func TestAcclaimFolders(t *testing.T) {
	folder := t.TempDir()
	put := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	put("arm.asf", armText)
	for _, name := range []string{"a.amc", "b.amc"} {
		put(name, motionText)
	}
	r, err := readFolder(folder)
	require.NoError(t, err)
	require.Zero(t, r.seconds)
	require.Equal(t, "2 frames", r.interval(2))
	require.Equal(t, "ASF unit of length 0.45 (CMU: 0.45 is 1/0.45 inch, 5.644 cm)", r.unit)
	require.Equal(t, "ASF unit a frame", r.velocityUnit())
	require.Contains(t, r.licence, "CMU's database (mocap.cs.cmu.edu")
	put("b.amc", ":SAMPLES-PER-SECOND 120\n"+motionText)
	_, err = readFolder(folder)
	require.ErrorContains(t, err, "b.amc has 120 samples a second, and ")
	put("a.amc", ":SAMPLES-PER-SECOND 120\n"+motionText)
	r, err = readFolder(folder)
	require.NoError(t, err)
	require.Equal(t, 1.0/120, r.seconds)
	require.Len(t, r.trials, 2)
	put("b.amc", "7\n")
	_, err = readFolder(folder)
	require.ErrorContains(t, err, "b.amc:1: frame 7 has no values for root")
}

// TestPaperSticks are the bones of the paper that a skeleton has, both ends of them.
func TestPaperSticks(t *testing.T) {
	s := &skeleton{byName: map[string]int{}}
	require.Empty(t, s.paperSticks())
	s.byName = map[string]int{"root": 0, "lowerback": 2, "upperback": 3, "tibia": 4}
	require.Equal(t, system.Objects{system.Stick.Of(0, 2)}, s.paperSticks())
	s.byName["thorax"] = 1
	require.Equal(t, system.Objects{system.Stick.Of(0, 2), system.Stick.Of(3, 1)}, s.paperSticks())
	require.True(t, s.choosesSticks(Options{}))
	require.False(t, s.choosesSticks(Options{Tree: true}))
	for i, ends := range paperSticks {
		s.byName[ends[0]], s.byName[ends[1]] = 2*i, 2*i+1
	}
	require.False(t, s.choosesSticks(Options{}))
	s.Joints = make([]joint, 2)
	require.Equal(t, []string{"one"}, s.features(Options{}))
	require.Equal(t, []string{"joint00", "joint01"}, s.features(Options{Joints: true}))
}

// TestLongestBones: of recordings whose bones are equal, the first is named.
func TestLongestBones(t *testing.T) {
	r := recording{skeleton: &skeleton{Joints: []joint{{Name: "hip", Parent: -1}, {Name: "knee"}}}, names: []string{"a", "b", "c", "d"}}
	for _, length := range []float64{2, 1, 2, 1} {
		r.trials = append(r.trials, system.Trajectory{Particles: 2, Positions: []float64{0, 0, 0, length, 0, 0}})
	}
	r.compareBones()
	require.Equal(t, []string{"bones differ in length from recording to recording: most that from hip to knee, 2 long in a and 1 in b"}, r.notes)
	r.unit, r.trials[0].Positions[3] = bvhUnit, 5
	require.NoError(t, r.convert("cm"))
	require.Contains(t, r.notes[1], "are taken as cm, in which the median bone is 5 long")
}

// TestPartsOfATrial: a trial is split by time into parts of 11, 6 and 6 of 23, with a gap of a span.
func TestPartsOfATrial(t *testing.T) {
	c := cut{frames: []int{100}, broken: make([][]int, 1), o: Options{Span: 4}}
	for split, want := range map[string][2]int{"train": {0, 41}, "valid": {46, 67}, "test": {72, 95}} {
		starts := c.stretch(0, split, nil)
		require.Equal(t, want, [2]int{starts[0], starts[len(starts)-1]}, split)
		require.Len(t, starts, want[1]-want[0]+1)
	}
	require.True(t, cut{frames: make([]int, 2)}.byTime())
	require.False(t, cut{frames: make([]int, 3)}.byTime())
}

// TestSourceOfSplits says how the pairs were drawn.
func TestSourceOfSplits(t *testing.T) {
	folder := t.TempDir()
	writeTrials(t, folder, "a")
	seed := uint64(3)
	for want, o := range map[string]Options{
		"motion capture, a.bvh, cases from 0: a; split drawn from seed 3 by time, the skeleton as one tree":   {Tree: true, Span: 4, Starts: 5, Seed: &seed},
		"motion capture, a.bvh, cases from 0: a; split drawn at random from seed 3, the skeleton as one tree": {Tree: true, Span: 4, Starts: 5, Seed: &seed, AtRandom: true},
	} {
		data, _, err := Prepare(folder, o)
		require.NoError(t, err)
		require.Equal(t, want, data.About.Source)
		require.Equal(t, "BVH unit a frame", data.About.VelocityUnit)
		require.Equal(t, datasets.Named([]string{"Hips", "Leg", "Leg_end", "Hand"}), data.About.Names)
		require.Equal(t, []string{"one"}, data.NodeFeatures)
	}
	_, _, err := Prepare(folder, Options{Span: 2})
	require.EqualError(t, err, "starts is 0: it is 1 or more")
	_, _, err = Prepare(folder, Options{Span: 2, Starts: 1, Split: filepath.Join(folder, "none.npz")})
	require.ErrorIs(t, err, fs.ErrNotExist)
}
