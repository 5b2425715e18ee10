package robots_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
	"gmnc/datasets/robots"
	"gmnc/datasets/urdf"
)

// twoArms lists an arm of two joints, and then a second arm.
var twoArms = func() string {
	text := `<robot name="r"><link name="world"/>`
	for _, joint := range [][2]string{{"world", "left"}, {"left", "elbow"}, {"world", "right"}} {
		text += `<link name="` + joint[1] + `"><inertial><origin xyz="0.3 0 0"/><mass value="1"/><inertia ixx="0.01" iyy="0.03" izz="0.03" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="` + joint[1] + `" type="continuous"><parent link="` + joint[0] + `"/><child link="` + joint[1] + `"/><axis xyz="0 1 0"/></joint>`
	}
	return text + `</robot>`
}()

// TestGivenNotes: of a robot that branches the order of its joints is told, which is not its
// file's; of recordings, that later angles are not taken.
func TestGivenNotes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "given.npz")
	for text, c := range map[string]struct {
		joints int
		notes  string
	}{
		twoArms:      {3, path + ": joints are taken in this order: left, right, elbow"},
		limitedRobot: {1, ""},
	} {
		robot, _, err := urdf.ParseMechanism("r.urdf", strings.NewReader(text), urdf.Options{})
		require.NoError(t, err)
		require.NoError(t, npz.Write(path, []npz.Array{{Key: "test_angle", Shape: []int{1, c.joints}, Floats: make([]float32, c.joints)}}))
		_, notes, err := robots.ReadGiven(path, robot, 3)
		require.NoError(t, err)
		require.Equal(t, c.notes, strings.Join(notes, "\n"))
		require.NoError(t, npz.Write(path, []npz.Array{{Key: "test_angle", Shape: []int{1, 4, c.joints}, Floats: make([]float32, 4*c.joints)}}))
		_, notes, err = robots.ReadGiven(path, robot, 3)
		require.NoError(t, err)
		require.Equal(t, path+": test_angle has 4 frames, of which the first alone is taken: motions are simulated from there", notes[0])
	}
}
