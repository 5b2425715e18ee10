package mocap

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/system"
)

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
	data, _, err := Prepare(folder, Options{Tree: true, Joints: true, Span: DefaultSpan, Starts: DefaultStarts})
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

// changeTrial changes a trial of a folder by its lines, of which first is that of frame 0.
func changeTrial(t *testing.T, folder, name string, change func(lines []string, first int) []string) {
	t.Helper()
	path := filepath.Join(folder, name+".bvh")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := strings.Split(string(text), "\n")
	first := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "Frame Time") }) + 1
	require.NoError(t, os.WriteFile(path, []byte(strings.Join(change(lines, first), "\n")), 0o644))
}

// TestRecordingsWithJumps: a first frame in another pose and a jump of the whole
// body are told, and no pair has them.
func TestRecordingsWithJumps(t *testing.T) {
	folder := t.TempDir()
	writeTrials(t, folder, "a", "b", "c")
	changeTrial(t, folder, "b", func(lines []string, first int) []string {
		lines[first] = "0 0 0 0 0 0 0 0 0 180"
		for frame := 150; frame < 200; frame++ {
			lines[first+frame] = "9" + lines[first+frame]
		}
		return lines
	})
	o := Options{Tree: true, Span: DefaultSpan, Starts: DefaultStarts}
	data, notes, err := Prepare(folder, o)
	require.NoError(t, err)
	require.Equal(t, []string{"b: frame 149: Hips jumps by 9000 to the next frame (the farthest of 2 jumps); no pair that is drawn crosses it", "b begins in another pose: no pair begins at frame 0"}, notes)
	for _, origin := range data.Origins {
		for i, start := range origin.Starts {
			if origin.Cases[i/DefaultStarts] == 1 {
				require.True(t, start > 0 && (start+DefaultSpan < 150 || start >= 150), "%d", start)
			}
		}
	}
}

// TestFrameTimesInMilliseconds are noted.
func TestFrameTimesInMilliseconds(t *testing.T) {
	body, err := parseBody("Frame Time: 0.01", "Frame Time: 33.3")
	require.NoError(t, err)
	require.Equal(t, []string{"body.bvh: frames are 33.3 s apart: Frame Time is in seconds, and would be 0.0333 of milliseconds"}, body.notes)
}

// TestAnglesInRadians are noted.
func TestAnglesInRadians(t *testing.T) {
	body, err := parseBody("0 0 0 90 0 90 0 90 0 90", "0 0 0 1.57 0 1.57 0 1.57 0 -1.58")
	require.NoError(t, err)
	require.Equal(t, []string{"body.bvh: no angle is more than 1.58 in any frame: angles are in degrees, and these may be radians"}, body.notes)
}

// TestRoundedAngles: angles in steps that are not small against their changes are noted, unless they
// change evenly by whole steps.
func TestRoundedAngles(t *testing.T) {
	of := func(pace, step float64) (rounded, fraction float64) {
		p := &bvhParser{numbers: 2, turns: []bool{false, true}}
		for frame := range 400 {
			p.values = append(p.values, math.Pi, step*math.Round(90*math.Sin(pace*float64(frame))/step))
		}
		return p.rounding()
	}
	step, fraction := of(0.01, 1) // 0.64 degrees a frame
	require.Equal(t, 1.0, step)
	require.InDelta(t, 0.53, fraction, 0.05)
	_, fraction = of(0.07, 1)
	require.Less(t, fraction, coarse)
	_, fraction = of(0.06, 1)
	require.Greater(t, fraction, coarse)
	step, _ = of(0.01, 0.1)
	require.Equal(t, 0.1, step)
	step, _ = of(0.01, 0.001)
	require.Zero(t, step)
	p := &bvhParser{numbers: 1, turns: []bool{true}}
	for frame := range 40 {
		p.values = append(p.values, float64(frame))
	}
	step, _ = p.rounding()
	require.Zero(t, step, "even changes")
}

// TestMisplacedJoints: no pair has a frame in which a joint is at 0, 0, 0, or in which two have exchanged
// places.
func TestMisplacedJoints(t *testing.T) {
	for text, change := range map[string]func(x []float64, joints int){
		"b: frame 40: Leg_end is at 0, 0, 0 from this frame to frame 49, and jumps there or back (the only such gap): nothing was recorded, and this number fills these frames; leave these frames out: no pair that is drawn has these frames": func(x []float64, joints int) {
			for frame := 40; frame < 50; frame++ {
				copy(x[3*(frame*joints+2):][:3], make([]float64, 3))
			}
		},
		"b: frame 40: Leg_end and Hand exchange places from this frame to frame 49 (the only such exchange); exchange them back there: no pair that is drawn has these frames": func(x []float64, joints int) {
			for i := 3 * 40 * joints; i < 3*50*joints; i += 3 * joints {
				for axis := range 3 {
					x[i+6+axis], x[i+9+axis] = x[i+9+axis], x[i+6+axis]
				}
			}
		},
	} {
		folder := t.TempDir()
		writeTrials(t, folder, "a", "b", "c")
		r, err := readFolder(folder)
		require.NoError(t, err)
		change(r.trials[1].Positions, r.trials[1].Particles)
		broken := r.checkTrials()
		require.Equal(t, []string{text}, r.notes)
		require.Equal(t, []int{39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49}, broken[1])
	}
}

// TestMissingFrames are noted.
func TestMissingFrames(t *testing.T) {
	folder := t.TempDir()
	writeTrials(t, folder, "a", "b", "c")
	changeTrial(t, folder, "b", func(lines []string, first int) []string {
		lines[first-2] = strings.Replace(lines[first-2], "Frames: 200", "Frames: 198", 1)
		return slices.Delete(lines, first+101, first+103)
	})
	_, notes, err := Prepare(folder, Options{Tree: true, Span: DefaultSpan, Starts: DefaultStarts})
	require.NoError(t, err)
	require.Equal(t, []string{"b: frame 100: the step to the next frame is 3 times as long as those before and after it (the only such step), so frames are missing there; write all frames, or begin a recording there"}, notes)
	changeTrial(t, folder, "b", func(lines []string, first int) []string {
		lines[first-2] = strings.Replace(lines[first-2], "Frames: 198", "Frames: 168", 1)
		for frame := range 30 {
			lines = slices.Delete(lines, first+31+frame, first+32+frame)
		}
		return lines
	})
	_, notes, err = Prepare(folder, Options{Tree: true, Span: DefaultSpan, Starts: DefaultStarts})
	require.NoError(t, err)
	require.Contains(t, notes, "b: frame 30: from this frame on steps are 2 times as long as before (the first of 2 such changes), so the frames were written at another interval; write all frames at one interval")
}

// TestBonesOfOtherPeople: bones of other lengths are told, and those of rounded numbers are not.
func TestBonesOfOtherPeople(t *testing.T) {
	folder := t.TempDir()
	writeTrials(t, folder, "a", "b", "c")
	path := filepath.Join(folder, "b.bvh")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, c := range []struct {
		offset string
		notes  []string
	}{
		{"OFFSET 0 -2.00001 0", nil},
		{"OFFSET 0 -2.5 0", []string{"bones differ in length from recording to recording: most that from Hips to Leg, 2.5 long in b and 2 in a"}},
	} {
		require.Contains(t, string(text), "OFFSET 0 -2 0")
		require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(text), "OFFSET 0 -2 0", c.offset, 1)), 0o644))
		_, notes, err := Prepare(folder, Options{Tree: true, Span: DefaultSpan, Starts: DefaultStarts})
		require.NoError(t, err)
		require.Equal(t, c.notes, notes)
	}
}

// TestSingleRecordings are split by time, and no frame is in two splits.
func TestSingleRecordings(t *testing.T) {
	folder := t.TempDir()
	writeTrials(t, folder, "a")
	o := Options{Tree: true, Span: 10, Starts: 20}
	data, notes, err := Prepare(folder, o)
	require.NoError(t, err)
	require.Equal(t, []string{"1 recordings are too few for three splits: each is split by time, with gaps of 10 frames"}, notes)
	last := int64(-1)
	for _, split := range datasets.SplitNames {
		starts := data.Origins[split].Starts
		require.Len(t, starts, 20)
		require.Greater(t, slices.Min(starts), last)
		last = slices.Max(starts) + 10
	}
	require.Less(t, last, int64(200))
	path := filepath.Join(t.TempDir(), "data.npz")
	require.NoError(t, datasets.Write(path, data))
	seed := uint64(7)
	o.Split, o.Seed = path, &seed
	again, notes, err := Prepare(folder, o)
	require.NoError(t, err)
	require.Equal(t, data.Test, again.Test)
	require.Equal(t, []string{"the seed 7 is not used: the split is given, and no sticks are chosen"}, notes)
	o.Tree = false
	_, notes, err = Prepare(folder, o)
	require.NoError(t, err)
	require.Empty(t, notes, "sticks are chosen from it")
	_, _, err = Prepare(folder, Options{Tree: true, Span: 60, Starts: 20})
	require.ErrorContains(t, err, "trial a has 200 frames, at 9 of which pairs for train may begin that are 60 apart; 20 are drawn: use a smaller span or fewer starts")
	_, _, err = Prepare(folder, Options{Span: 1, Starts: 1})
	require.ErrorContains(t, err, "it is 2 or more, as the velocity is the difference to the next frame, which would be the target")
}

func TestFoldersThatCannotBePrepared(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(folder string)
		message string
	}{
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
			_, _, err := Prepare(folder, Options{Span: DefaultSpan, Starts: DefaultStarts})
			require.ErrorContains(t, err, c.message)
		})
	}
}
