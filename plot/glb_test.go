package plot

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"
)

// sceneOf reads the scene of a film: the values over frames of a property of the node with a name.
func sceneOf(t *testing.T, film Film) (of func(name string, property gltf.TRSProperty) [][]float32, doc *gltf.Document) {
	t.Helper()
	file, err := GLB(film, []string{"hip"})
	require.NoError(t, err)
	again, err := GLB(film, []string{"hip"})
	require.NoError(t, err)
	require.Equal(t, file, again, "the same bytes for the same film")
	doc = new(gltf.Document)
	require.NoError(t, gltf.NewDecoder(bytes.NewReader(file)).Decode(doc))
	return func(name string, property gltf.TRSProperty) (values [][]float32) {
		node := slices.IndexFunc(doc.Nodes, func(n *gltf.Node) bool { return n.Name == name })
		require.GreaterOrEqual(t, node, 0, name)
		for _, channel := range doc.Animations[0].Channels {
			if *channel.Target.Node != node || channel.Target.Path != property {
				continue
			}
			data, err := modeler.ReadAccessor(doc, doc.Accessors[doc.Animations[0].Samplers[channel.Sampler].Output], nil)
			require.NoError(t, err)
			switch all := data.(type) {
			case [][3]float32:
				for _, value := range all {
					values = append(values, value[:])
				}
			case [][4]float32:
				for _, value := range all {
					values = append(values, value[:])
				}
			}
		}
		return values
	}, doc
}

// TestGLB: particles are where they were predicted in each frame, and the ends of a bar,
// computed again from its middle, its length and its turn, where its particles are.
func TestGLB(t *testing.T) {
	film := turning(5)
	film.Title, film.Unit, film.Up = "a system", "m", ZAxis
	for k := range film.Prediction {
		film.Prediction[k][1][2] += 0.1 * float32(k)
	}
	film.Truth = film.Prediction[:3]
	of, doc := sceneOf(t, film)
	require.Equal(t, "a system", doc.Scenes[0].Name)
	j := film.Picture().joints()[0]
	called := func(particle int) string { return []string{"hip", "1"}[particle] }
	at := of("prediction: "+called(j.to), gltf.TRSTranslation)
	bar := "prediction: " + called(j.from) + " to " + called(j.to)
	middle, turned := of(bar, gltf.TRSTranslation), of(bar, gltf.TRSRotation)
	for _, frame := range []int{0, 2, 4} {
		require.Equal(t, film.Prediction[frame][j.to][:], at[frame])
		from, to := vector(film.Prediction[frame][j.from]), vector(film.Prediction[frame][j.to])
		half := r3.Scale(r3.Norm(r3.Sub(to, from))/2, r3.Vec{Y: 1})
		q := turned[frame]
		rotated := r3.Rotation{Real: float64(q[3]), Imag: float64(q[0]), Jmag: float64(q[1]), Kmag: float64(q[2])}.Rotate(half)
		end := r3.Add(vector([3]float32(middle[frame])), rotated)
		require.Less(t, r3.Norm(r3.Sub(end, to)), 1e-6)
	}
	size := of("truth: hip", gltf.TRSScale)
	require.Positive(t, size[2][0])
	require.Zero(t, size[3][0], "the truth ends")
	require.InDelta(t, math.Sqrt(0.5), math.Abs(doc.Nodes[0].Rotation[0]), 1e-6, "z stands upright")
}

// TestGLBAtRest: a film in which nothing changes has no animation, which would be empty.
func TestGLBAtRest(t *testing.T) {
	film := turning(1)
	for range 2 {
		film.Prediction, film.Truth = append(film.Prediction, film.Prediction[0]), append(film.Truth, film.Truth[0])
	}
	_, doc := sceneOf(t, film)
	require.Empty(t, doc.Animations)
	require.Len(t, doc.Nodes, 7, "the system, and two particles and a bar of each role")
}

// TestGLBOfWhatIsLost: what is not finite has no size, and the rest goes on.
func TestGLBOfWhatIsLost(t *testing.T) {
	film := turning(3)
	film.Prediction[2][0] = [3]float32{float32(math.NaN()), 0, 0}
	of, _ := sceneOf(t, film)
	size := of("prediction: hip", gltf.TRSScale)
	require.Positive(t, size[1][0])
	require.Zero(t, size[2][0])
	at := of("prediction: hip", gltf.TRSTranslation)
	require.Equal(t, at[1], at[2])
	_, err := GLB(Film{}, nil)
	require.ErrorContains(t, err, "there are no frames")
	require.Equal(t, [4]float32{0, 0, -1, 0}, turn(r3.Vec{Y: 1}, r3.Vec{Y: -1}), "the opposite")
	turns := [][4]float32{{0, 0, 0, 1}, {0, 0, 0, -1}}
	alignTurns(turns)
	require.Equal(t, turns[0], turns[1])
}

// TestTurnsOfGLB: from frame to frame a node turns the shorter way, and what does not change has no animation.
func TestTurnsOfGLB(t *testing.T) {
	g := newGLB(turning(3))
	half := float32(math.Sqrt(0.5))
	size := [3]float32{1, 1, 1}
	g.add("arm", 0, []pose{{turn: [4]float32{0, 0, 0, -1}, size: size}, {turn: [4]float32{0, 0, half, half}, size: size}, {turn: [4]float32{0, 0, -1, 0}, size: size}})
	require.Len(t, g.animation.Channels, 1)
	require.Equal(t, gltf.TRSRotation, g.animation.Channels[0].Target.Path)
	turns, err := modeler.ReadAccessor(g.doc, g.doc.Accessors[g.animation.Samplers[0].Output], nil)
	require.NoError(t, err)
	require.Equal(t, [][4]float32{{0, 0, 0, -1}, {0, 0, -half, -half}, {0, 0, -1, 0}}, turns)
	require.Equal(t, [4]float64{0, 0, 0, -1}, g.doc.Nodes[len(g.doc.Nodes)-1].Rotation)
}
