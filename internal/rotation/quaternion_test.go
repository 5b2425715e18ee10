package rotation

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
)

// TestQuaternion: whichever part is the largest, it is 0 or more, and the quaternion turns vectors as
// the rotation does.
func TestQuaternion(t *testing.T) {
	for largest, angle := range [][3]float64{{0.3, -0.2, 0.1}, {2.5, 0.4, -0.3}, {0.2, -2.6, 0.5}, {-0.4, 0.3, 2.7}} {
		turn := By(angle)
		q := turn.Quaternion()
		for _, part := range q {
			require.LessOrEqual(t, part*part, q[largest]*q[largest])
		}
		require.InDelta(t, 1, q[0]*q[0]+q[1]*q[1]+q[2]*q[2]+q[3]*q[3], 1e-14)
		require.Positive(t, q[largest])
		w, x, y, z := q[0], q[1], q[2], q[3]
		for row, want := range [3][3]float64{
			{1 - 2*(y*y+z*z), 2 * (x*y - w*z), 2 * (x*z + w*y)},
			{2 * (x*y + w*z), 1 - 2*(x*x+z*z), 2 * (y*z - w*x)},
			{2 * (x*z - w*y), 2 * (y*z + w*x), 1 - 2*(x*x+y*y)},
		} {
			allclose.Within(t, want[:], turn[row][:], 1e-14)
		}
	}
}
