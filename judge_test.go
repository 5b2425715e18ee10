package gmnc_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestJudgeOfJoints: sim/mechanism, which judges the law of joints, shares no routine with the packages
// that write it.
func TestJudgeOfJoints(t *testing.T) {
	all := sources(t)
	reached := func(folder string) map[string]bool {
		seen, next := map[string]bool{}, []string{folder}
		for len(next) > 0 {
			folder, next = next[0], next[1:]
			if seen[folder] {
				continue
			}
			seen[folder] = true
			for _, file := range all[folder] {
				for _, imported := range imports(t, file) {
					if target, isOurs := strings.CutPrefix(imported, ours); isOurs {
						next = append(next, target)
					}
				}
			}
		}
		return seen
	}
	judge := reached("sim/mechanism")
	require.True(t, reached("runtime/native")["internal/articulated"])
	for _, judged := range []string{"internal/articulated", "ir", "builder/joints"} {
		require.NotEmpty(t, all[judged], judged)
		require.False(t, judge[judged], "sim/mechanism reaches %s, which it judges", judged)
	}
}
