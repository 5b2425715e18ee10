package datasets

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestJointNames: joints have the names of their bodies' first particles, or else numbers.
func TestJointNames(t *testing.T) {
	bodies := [][]int{{0, 1}, {3, 2}}
	for _, c := range []struct{ particles, want []string }{
		{nil, []string{"joint 0", "joint 1"}},
		{[]string{"cart 1", "cart 2", "pole 2 1", "pole 2 2"}, []string{"cart", "pole 2"}},
		{[]string{"a1", "a2", "a3", "a4"}, []string{"a", "joint 1"}},
		{[]string{"1", "2", "c", "b"}, []string{"joint 0", "b"}},
	} {
		require.Equal(t, c.want, JointNames(bodies, c.particles), c.particles)
	}
}

// TestBodyName: the number of a particle is no part of the name of its body.
func TestBodyName(t *testing.T) {
	for particle, want := range map[string]string{"elbow 2": "elbow", "left elbow 12": "left elbow", "link7 0": "link7", "elbow": "elbow", " 1": "", "": ""} {
		require.Equal(t, want, BodyName(particle))
	}
}
