package urdf

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// numbered is a robot that has a number in every attribute that is read.
const numbered = `<robot name="r" version="1.1">
<link name="a"><inertial><origin xyz="0 0 1" rpy="0 0 0"/><mass value="4"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
<link name="b"><inertial><origin quat_xyzw="0 0 0 1"/><mass value="2"/></inertial></link>
<link name="c"><inertial><mass value="1"/></inertial></link>
<joint name="ab" type="revolute"><parent link="a"/><child link="b"/><origin xyz="0 0 1"/><axis xyz="0 1 0" rpy="0 0 0"/>
<limit lower="-2" upper="2" effort="100" velocity="1"/><dynamics damping="1" friction="2"/></joint>
<joint name="bc" type="continuous"><parent link="b"/><child link="c"/><origin xyz="0 1 0" rpy="0 0 1"/><mimic joint="ab" multiplier="1" offset="0"/></joint>
</robot>`

// TestNumbersOfRobots: an attribute of numbers that has a word which no reader of URDF takes as a
// number, or too few or too many numbers, is refused with its name and line.
func TestNumbersOfRobots(t *testing.T) {
	_, err := parseText(numbered)
	require.NoError(t, err)
	tried := map[string]bool{}
	for at := range numbered {
		before, rest := numbered[:at], numbered[at:]
		if !strings.HasSuffix(before, `="`) {
			continue
		}
		value, after, _ := strings.Cut(rest, `"`)
		if strings.ContainsAny(value, "abcdefghijklmnopqrstuvwxyz") {
			continue
		}
		name := strings.TrimSuffix(before[strings.LastIndex(before, " ")+1:], `="`)
		tried[name] = true
		line := strings.Count(before, "\n") + 1
		refuse := func(value, message string) {
			t.Run(name+" "+value, func(t *testing.T) {
				_, err := parseText(before + value + `"` + after)
				require.ErrorContains(t, err, "x.urdf:"+string(rune('0'+line))+": ")
				require.ErrorContains(t, err, message)
				require.ErrorContains(t, err, map[string]string{"value": "mass"}[name]+strings.TrimPrefix(name, "value"))
			})
		}
		first, others, several := strings.Cut(value, " ")
		for _, word := range []string{"1_000", "0x1p4", "Infinity", "inf", "NaN", "1e400", "1e39", "--1", "1e", "1,5", "1d3", "٣"} {
			if name == "version" && word == "1e39" { // a version is no number of float32
				continue
			}
			refuse(strings.TrimSpace(word+" "+others), `"`+word+`"`)
		}
		if several {
			count := len(strings.Fields(value))
			for words, wrong := range map[string]string{"": "0", "  ": "0", others: string(rune('0' + count - 1)), value + " " + first: string(rune('0' + count + 1))} {
				refuse(words, "has "+wrong+" numbers, expected "+string(rune('0'+count)))
			}
			continue
		}
		refuse("1 2", `"1 2"`)
		if name == "value" {
			refuse("", "<mass> has no value")
		} else {
			refuse("", `""`)
		}
	}
	for _, all := range [][]string{poseAttributes, inertiaAttributes, {"value", "lower", "upper", "effort", "velocity", "damping", "friction", "multiplier", "offset", "version"}} {
		for _, name := range all {
			require.True(t, tried[name], name)
		}
	}
}
