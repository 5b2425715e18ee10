package mocap

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMostJoints: a skeleton has at most 1000 joints, of which the root of an ASF file is one.
func TestMostJoints(t *testing.T) {
	chain := func(joints int) string {
		var text strings.Builder
		text.WriteString("HIERARCHY\nROOT j0\n{\nOFFSET 0 0 0\nCHANNELS 0\n")
		for i := 1; i < joints; i++ {
			fmt.Fprintf(&text, "JOINT j%d\n{\nOFFSET 0 1 0\nCHANNELS 0\n", i)
		}
		text.WriteString(strings.Repeat("}\n", joints) + "MOTION\nFrames: 1\nFrame Time: 0.01\n\n")
		return text.String()
	}
	bones := func(count int) string {
		head, rest, _ := strings.Cut(armText, ":bonedata\n")
		_, tail, _ := strings.Cut(rest, ":hierarchy\n")
		var text strings.Builder
		for i := range count {
			fmt.Fprintf(&text, "  begin\n name b%d\n direction 1 0 0\n length 2\n axis 0 0 0 XYZ\n end\n", i)
		}
		return head + ":bonedata\n" + text.String() + ":hierarchy\n" + tail
	}
	for _, c := range []struct {
		name, text, message string
	}{
		{"a.bvh", chain(1000), ""}, {"a.bvh", chain(1001), "there are more than 1000 joints"},
		{"a.asf", bones(1000), "there are more than 999 bones"}, {"a.asf", bones(999), ""},
	} {
		path := filepath.Join(t.TempDir(), c.name)
		require.NoError(t, os.WriteFile(path, []byte(c.text), 0o600))
		var err error
		if c.name == "a.bvh" {
			_, err = readBVH(path)
		} else {
			_, err = readSkeleton(path)
		}
		if c.message == "" {
			require.NotContains(t, fmt.Sprint(err), "more than")
		} else {
			require.ErrorContains(t, err, c.message)
		}
	}
}

// TestRoundedDirections: the length of a direction may differ from 1 by 0.02, and by more for a bone
// without a length.
func TestRoundedDirections(t *testing.T) {
	for _, c := range []struct {
		direction, length string
		wrong             bool
	}{{"1.0199 0 0", "2", false}, {"0.9801 0 0", "2", false}, {"1.0201 0 0", "2", true}, {"0.9799 0 0", "2", true}, {"3 0 0", "0", false}} {
		text := strings.Replace(strings.Replace(armText, "direction 1 0 0", "direction "+c.direction, 1), "length 2", "length "+c.length, 1)
		path := filepath.Join(t.TempDir(), "arm.asf")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, err := readSkeleton(path)
		require.Equal(t, c.wrong, err != nil, "%+v: %v", c, err)
	}
}

// TestFinestRate: of recordings whose rates are the same up to their digits, the one with the most digits counts.
func TestFinestRate(t *testing.T) {
	for _, c := range []struct {
		times []string
		want  float64
	}{
		{[]string{"0.0333", "0.033333"}, 0.033333}, {[]string{"0.033333", "0.0333"}, 0.033333},
		{[]string{"0.0333", "0.033333", "0.03333"}, 0.033333}, {[]string{"0.0333", "0.0334"}, 0},
	} {
		folder := t.TempDir()
		var paths []string
		for i, time := range c.times {
			paths = append(paths, filepath.Join(folder, fmt.Sprintf("%d.bvh", i)))
			require.NoError(t, os.WriteFile(paths[i], []byte(strings.Replace(bodyText, "Frame Time: 0.01", "Frame Time: "+time, 1)), 0o600))
		}
		var r recording
		err := r.readBiovision(paths)
		if c.want == 0 {
			require.ErrorContains(t, err, "1.bvh has frames of 0.0334 s, and ")
			continue
		}
		require.NoError(t, err)
		require.Equal(t, c.want, r.seconds, "%v", c.times)
		require.Len(t, r.trials, len(c.times))
	}
}
