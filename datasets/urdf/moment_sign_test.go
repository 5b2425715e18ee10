package urdf

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSignsOfMoments: a moment may be below 0 by a thousandth of the largest number beside it, also of
// one off the diagonal, as files of rounded numbers are.
func TestSignsOfMoments(t *testing.T) {
	const robot = `<robot name="x"><link name="a"><inertial><mass value="1"/><inertia %s/></inertial></link></robot>`
	for inertia, refused := range map[string]bool{
		`ixx="-0.99e-3" iyy="1" izz="1"`: false, `ixx="-1.01e-3" iyy="1" izz="1"`: true,
		`ixx="1" iyy="-0.99e-3" izz="1"`: false, `ixx="1" iyy="-1.01e-3" izz="1"`: true,
		`ixx="1" iyy="1" izz="-0.99e-3"`: false, `ixx="1" iyy="1" izz="-1.01e-3"`: true,
		`izz="-0.99e-3" ixy="-1"`: false, `izz="-1.01e-3" ixy="-1"`: true,
		`ixx="0" iyy="0" izz="0"`: false, `ixx="-1e-9"`: true,
	} {
		_, err := parseText(fmt.Sprintf(robot, inertia))
		want := "the robot has no masses, or all at one joint" // as there is one link
		if refused {
			want = "expected 0 or more: moments of inertia have no sign"
		}
		require.ErrorContains(t, err, want, inertia)
	}
}
