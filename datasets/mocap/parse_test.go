package mocap

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gmnc/internal/test/allclose"
	"gmnc/system"

	"github.com/stretchr/testify/require"
)

// An arm of two bones along x and then y, and two frames of it.
const (
	armText = `# a comment
:version 1.10
:name ARM
:units
  length 0.45
  angle deg
:documentation
  anything at all
:root
  order TX TY TZ RX RY RZ
  axis XYZ
  position 1 0 0
  orientation 0 0 0
:bonedata
  begin
    id 1
    name upper
    direction 1 0 0
    length 2
    axis 0 0 0 XYZ
    dof rx rz
    limits (-160.0 20.0)
           (-70.0 70.0)
  end
  begin
    id 2
    name lower
    direction 0 1 0
    length 3
    axis 0 0 90 XYZ
  end
:hierarchy
  begin
    root upper
    upper lower
  end
`
	motionText = `:FULLY-SPECIFIED
:DEGREES
7
root 0 0 0 0 0 0
upper 0 0
8
root 0 0 5 0 0 90
upper 90 0
`
)

func parseArm(t *testing.T, edits ...string) *skeleton {
	t.Helper()
	skeleton, err := parseSkeleton("arm.asf", strings.NewReader(strings.NewReplacer(edits...).Replace(armText)))
	require.NoError(t, err)
	return skeleton
}

// requireFrame compares a frame of the motion with positions by hand.
func requireFrame(t *testing.T, skeleton *skeleton, motion string, frame int, want ...float64) {
	t.Helper()
	recording, _, err := skeleton.parseMotion("arm.amc", strings.NewReader(motion))
	require.NoError(t, err)
	allclose.Within(t, want, recording.Positions[9*frame:9*frame+9], 1e-12) // of numbers of one digit
}

func TestPoses(t *testing.T) {
	arm := parseArm(t)
	require.Equal(t, "0.45", arm.LengthUnit)
	requireFrame(t, arm, motionText, 0, 1, 0, 0, 3, 0, 0, 3, 3, 0)
	// All turned by 90 degrees about z, the lower bone before by 90 about x.
	requireFrame(t, arm, motionText, 1, 1, 0, 5, 1, 2, 5, 1, 2, 8)
}

// TestSticksOfOtherSkeletons: the arm has none of the paper's bones.
func TestSticksOfOtherSkeletons(t *testing.T) {
	seed := uint64(4)
	sample, chosen, err := parseArm(t).template(Options{Seed: &seed})
	require.NoError(t, err)
	require.Equal(t, ", sticks chosen from seed 4", chosen)
	require.Len(t, sample.Objects.Of(system.Stick), 1)
}

func TestOrderOfRotations(t *testing.T) {
	motion := strings.Replace(motionText, "root 0 0 0 0 0 0", "root 0 0 0 90 0 90", 1)
	// x, then z: the lower bone along y goes to z and stays there.
	requireFrame(t, parseArm(t), motion, 0, 1, 0, 0, 1, 2, 0, 1, 2, 3)
	// The axis is of the orientation alone.
	requireFrame(t, parseArm(t, "axis XYZ", "axis ZYX"), motion, 0, 1, 0, 0, 1, 2, 0, 1, 2, 3)
	// z, then x, as the numbers come: the upper bone along x goes to y, then z;
	// the lower to -x.
	requireFrame(t, parseArm(t, "order TX TY TZ RX RY RZ", "order RZ TX TY TZ RX RY"),
		strings.Replace(motionText, "root 0 0 0 0 0 0", "root 90 0 0 0 90 0", 1), 0, 1, 0, 0, 1, 0, 2, -2, 0, 2)

	bent := strings.Replace(motionText, "upper 0 0", "upper 90 90", 1)
	requireFrame(t, parseArm(t), bent, 0, 1, 0, 0, 1, 2, 0, 1, 2, 3)
	requireFrame(t, parseArm(t, "dof rx rz", "dof RZ RX"), bent, 0, 1, 0, 0, 1, 0, 2, -2, 0, 2)
	// Axes turned by 90 degrees about z: the bone's x is the world's y.
	requireFrame(t, parseArm(t, "axis 0 0 0 XYZ", "axis 0 0 90 XYZ"), strings.Replace(motionText, "upper 0 0", "upper 90 0", 1),
		0, 1, 0, 0, 1, 0, -2, 1, 3, -2)
}

func TestAngleUnits(t *testing.T) {
	quarter := strings.NewReplacer("root 0 0 0 0 0 0", "root 0 0 0 0 0 1.5707963267948966", "upper 90 0", "upper 1 0").Replace(motionText)
	want := []float64{1, 0, 0, 1, 2, 0, -2, 2, 0}
	requireFrame(t, parseArm(t), strings.Replace(quarter, ":DEGREES", ":RADIANS", 1), 0, want...)
	requireFrame(t, parseArm(t, "angle deg", "angle rad", "0 0 90 XYZ", "0 0 0 XYZ"), strings.Replace(quarter, ":DEGREES\n", "", 1), 0, want...)
}

// TestDegreesAsRadians: a bone that turns four times and more against the one before is in degrees.
func TestDegreesAsRadians(t *testing.T) {
	turned := func(angle string) error {
		text := strings.NewReplacer(":DEGREES", ":RADIANS", "upper 0 0", "upper 0 "+angle, "upper 90 0", "upper 1 0").Replace(motionText)
		_, _, err := parseArm(t).parseMotion("arm.amc", strings.NewReader(text))
		return err
	}
	require.NoError(t, turned("-25.1"))
	require.ErrorContains(t, turned("-25.2"), "has an angle of 25.2 radians for upper: is the file in degrees? Then write :DEGREES in its header")
}

func TestBadSkeletons(t *testing.T) {
	for want, edit := range map[string][2]string{
		"arm.asf:6: the unit of angles is \"grad\", expected deg or rad":                                                                          {"angle deg", "angle grad"},
		"arm.asf:10: the root's order is \"TX TY TZ RX RY\", expected TX, TY, TZ, RX, RY and RZ in any order":                                     {"RY RZ", "RY"},
		"arm.asf:11: the order of rotations is \"XXY\", expected X, Y and Z in any order":                                                         {"axis XYZ", "axis XXY"},
		"arm.asf:20: the order of rotations is \"XQZ\", expected X, Y and Z in any order":                                                         {"axis 0 0 0 XYZ", "axis 0 0 0 XQZ"},
		"arm.asf:20: axis has 3 values, expected three angles and an order, such as 0 0 20 XYZ":                                                   {"axis 0 0 0 XYZ", "axis 0 0 0"},
		"arm.asf:18: \"one\" of \"direction\" is not a finite number":                                                                             {"direction 1 0 0", "direction one 0 0"},
		"arm.asf:18: \"direction\" has 2 values, expected 3":                                                                                      {"direction 1 0 0", "direction 1 0"},
		"arm.asf:19: \"0x2\" of \"length\" is not a finite number":                                                                                {"length 2", "length 0x2"},
		"arm.asf:19: \"NaN\" of \"length\" is not a finite number":                                                                                {"length 2", "length NaN"},
		"arm.asf:21: the degree of freedom \"tx\" is not supported: bones turn by rx, ry and rz only":                                             {"dof rx rz", "dof rx tx"},
		"arm.asf:19: the length of a bone is -2, expected 0 or more":                                                                              {"length 2", "length -2"},
		"arm.asf:21: the degree of freedom rx is there twice":                                                                                     {"dof rx rz", "dof rx rx"},
		"arm.asf:24: the bone \"upper\" that begins in line 15 lacks its name, direction, length or axis":                                         {"    length 2\n", "\n"},
		"arm.asf:24: the bone \"upper\" that begins in line 15 has a direction of length 10, expected 1: its length is beside it":                 {"direction 1 0 0", "direction 10 0 0"},
		"arm.asf:24: the bone \"upper\" that begins in line 15 has a direction of length 0, expected 1: its length is beside it":                  {"direction 1 0 0", "direction 0 0 0"},
		"arm.asf:31: there is a second bone \"upper\"":                                                                                            {"name lower", "name upper"},
		"arm.asf:25: a bone begins within another: expected end":                                                                                  {"70.0)\n  end", "70.0)\n"},
		"arm.asf:35: the hierarchy has the unknown bone \"hand\"":                                                                                 {"upper lower", "upper hand"},
		"arm.asf:34: the hierarchy has the unknown bone \"root\"":                                                                                 {"root upper\n", "root root\n"},
		"arm.asf:35: \"upper\" is a child of root and of upper":                                                                                   {"upper lower", "upper upper"},
		"arm.asf: the hierarchy does not lead from the root to \"lower\"":                                                                         {"    upper lower\n", ""},
		"arm.asf: there is no section :hierarchy: the file is cut short, or no ASF file":                                                          {":hierarchy\n  begin\n    root upper\n    upper lower\n  end\n", ""},
		"arm.asf: the root has no order":                                                                                                          {"  order TX TY TZ RX RY RZ\n", ""},
		"arm.asf:13: the root is turned before it moves, which programs apply in different ways: turn the recording, and write orientation 0 0 0": {"orientation 0 0 0", "orientation 0 0 90"},
		"arm.asf:5: there is no unit of \"lenght\": expected mass, length or angle":                                                               {"length 0.45", "lenght 0.45"},
		"arm.asf:16: a bone has no \"offset\" here: expected name, direction, length, axis or dof":                                                {"id 1", "offset 1"},
		"arm.asf:9: \":roots\" begins no section: expected one of :units, :root, :bonedata, :hierarchy, :version, :name, :documentation, :skin":   {":root", ":roots"},
		"arm.asf:12: the root has no \"place\": expected order, axis, position or orientation":                                                    {"position 1 0 0", "place 1 0 0"},
		"arm.asf:15: \"bone\" is outside of a bone: expected begin":                                                                               {":bonedata\n  begin", ":bonedata\n  bone"},
	} {
		text := strings.Replace(armText, edit[0], edit[1], 1)
		require.NotEqual(t, armText, text, want)
		_, err := parseSkeleton("arm.asf", strings.NewReader(text))
		require.EqualError(t, err, want)
	}
	_, err := parseSkeleton("arm.asf", strings.NewReader(armText[:strings.Index(armText, ":hierarchy")-6]+":root\n:hierarchy\n"))
	require.EqualError(t, err, "arm.asf:32: the file ends within a bone: it is cut short")
	_, err = parseSkeleton("arm.asf", strings.NewReader(""))
	require.EqualError(t, err, "arm.asf: there is no section :root: the file is cut short, or no ASF file")
	_, err = parseSkeleton("arm.asf", strings.NewReader(strings.Repeat("x", 1<<17)))
	require.EqualError(t, err, "arm.asf:1: the line is longer than 65536 bytes: expected a text file with a line for each entry")
}

func TestBadMotions(t *testing.T) {
	const cut = ": the file ends in the middle of frame 8: copy it again, or leave out the lines of this frame"
	for want, edit := range map[string][2]string{
		"arm.amc:5: frame 7 has no values for upper":                                             {"upper 0 0\n", ""},
		"arm.amc:7: frame 8 has no values for upper" + cut:                                       {"upper 90 0\n", ""},
		"arm.amc:8: frame 8 has values for \"Upp\", which arm.asf does not have" + cut:           {"upper 90 0\n", "Upp"},
		"arm.amc:8: \"upper\" has 1 values, expected 2" + cut:                                    {"upper 90 0\n", "upper 9"},
		"arm.amc:8: \"upper\" has 1 values, expected 2":                                          {"upper 90 0\n", "upper 9\n9\n"},
		"arm.amc:8: \"upper\" has 3 values, expected 2":                                          {"upper 90 0", "upper 90 0 0"},
		"arm.amc:8: \"ninety\" of \"upper\" is not a finite number":                              {"upper 90 0", "upper ninety 0"},
		"arm.amc:8: \"9_0\" of \"upper\" is not a finite number":                                 {"upper 90 0", "upper 9_0 0"},
		"arm.amc:8: \"Inf\" of \"upper\" is not a finite number":                                 {"upper 90 0", "upper Inf 0"},
		"arm.amc:8: \"1e39\" of \"upper\" is too large for float32":                              {"upper 90 0", "upper 1e39 0"},
		"arm.amc:8: frame 8 has values for \"hand\", which arm.asf does not have":                {"upper 90", "hand 90"},
		"arm.amc:8: frame 8 has values for root twice":                                           {"upper 90 0", "root 0 0 5 0 0 90"},
		"arm.amc:6: frame 9 follows frame 7: frames are missing, or out of order":                {"8\n", "9\n"},
		"arm.amc:3: \"root\" is before the first frame: expected a line with the frame's number": {"7\n", ""},
	} {
		text := strings.Replace(motionText, edit[0], edit[1], 1)
		require.NotEqual(t, motionText, text, want)
		_, _, err := parseArm(t).parseMotion("arm.amc", strings.NewReader(text))
		require.EqualError(t, err, want)
	}
	_, _, err := parseArm(t).parseMotion("arm.amc", strings.NewReader(":DEGREES\n"))
	require.EqualError(t, err, "arm.amc:1: there is no frame: expected a line with its number")
	// Names and words may be in other letters, and a bone without freedom listed.
	_, seconds, err := parseArm(t).parseMotion("arm.amc", strings.NewReader(strings.NewReplacer(":DEGREES", ":degrees\n:SAMPLES-PER-SECOND 120", "upper 0", "Upper 0").Replace(motionText)))
	require.NoError(t, err)
	require.Equal(t, 120.0, seconds)
	_, _, err = parseArm(t).parseMotion("arm.amc", strings.NewReader(":MIRRORED\n"))
	require.EqualError(t, err, `arm.amc:1: the header ":MIRRORED" is not known here: expected :FULLY-SPECIFIED, :DEGREES, :RADIANS or :SAMPLES-PER-SECOND`)
	_, _, err = parseArm(t).parseMotion("arm.amc", strings.NewReader(strings.Replace(motionText, "upper 0 0", "upper 0 0\nlower", 1)))
	require.NoError(t, err)
}

func TestBadFolders(t *testing.T) {
	folder := t.TempDir()
	put := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	prepare := func() error {
		_, _, err := Prepare(folder, Options{Span: DefaultSpan, Starts: DefaultStarts})
		return err
	}
	require.EqualError(t, prepare(), folder+" has 0 .asf, 0 .amc and 0 .bvh files: expected one skeleton (.asf) and motions (.amc) of it, or .bvh files")
	put("arm.asf", armText)
	for _, name := range []string{"1.amc", "2.AMC", "3.amc"} {
		put(name, motionText)
	}
	require.ErrorContains(t, prepare(), " has 2 frames, at 0 of which pairs for ")
	put("2.AMC", "7\nroot\n")
	require.EqualError(t, prepare(), filepath.Join(folder, "2.AMC")+`:2: "root" has 0 values, expected 6`)
	_, _, err := Prepare(filepath.Join(folder, "none"), Options{Span: DefaultSpan, Starts: DefaultStarts})
	require.ErrorContains(t, err, "no such file or directory")
}

func FuzzSkeleton(f *testing.F) {
	f.Add(armText)
	f.Add(armText[:len(armText)/2])
	f.Fuzz(func(t *testing.T, text string) {
		skeleton, err := parseSkeleton("x.asf", strings.NewReader(text))
		if err != nil {
			return
		}
		values := make([][]float64, len(skeleton.Joints))
		for joint := range values {
			values[joint] = make([]float64, skeleton.freedom(joint))
		}
		require.Len(t, skeleton.pose(values, math.Pi), len(skeleton.bones())+1)
	})
}

func FuzzMotion(f *testing.F) {
	f.Add(motionText)
	f.Add(motionText[:len(motionText)-3])
	skeleton, err := parseSkeleton("arm.asf", strings.NewReader(armText))
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, text string) {
		if motion, _, err := skeleton.parseMotion("x.amc", strings.NewReader(text)); err == nil {
			require.Positive(t, motion.Frames())
			require.Zero(t, len(motion.Positions)%9)
		}
	})
}
