package checks

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
	"gmnc/system"
)

// arm is two bodies of four particles, one hanging on the ground at the origin and one on the
// first at x = 2, along x at rest.
func arm() *system.Sample {
	corners := []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}
	s := &system.Sample{Objects: system.Objects{
		{Kind: system.Tree, Members: []int{0, 4}, Parents: []int{-1, 0}},
		{Kind: system.Body, Members: []int{0, 1, 2, 3}}, {Kind: system.Body, Members: []int{4, 5, 6, 7}},
	}}
	var anchors, axes []float32
	for body := range 2 {
		for i := range 4 {
			s.Position = append(s.Position, corners[3*i]+2*float32(body), corners[3*i+1], corners[3*i+2])
			anchors, axes = append(anchors, 2*float32(body), 0, 0), append(axes, 0, 0, 1)
		}
	}
	s.Velocity = make([]float32, len(s.Position))
	system.Rest.Set(s, append([]float32{}, s.Position...))
	system.JointAnchor.Set(s, anchors)
	system.TurnAxis.Set(s, axes)
	return s
}

func TestLinks(t *testing.T) {
	s := arm()
	links := LinksOf(s)
	require.Equal(t, 2, links.Count())
	// The second body's middle is at (2.25, 0.25, 0.25), so its tip is as far again from (2, 0, 0).
	requirePoints(t, [][3]float32{{0, 0, 0}, {2, 0, 0}, {2, 0, 0}, {2.5, 0.5, 0.5}}, links.At(s.Position))

	base, last := links.Bodies[0], links.Bodies[1]
	require.Equal(t, []int{4, 5, 6, 7}, last.Members)
	require.Equal(t, [3]float64{2, 0, 0}, last.Joint)
	require.Equal(t, [][2][3]float64{{{0, 0, 0}, {2, 0, 0}}}, base.Segments)
	require.Equal(t, [3]float64{0, 0, 1}, last.Axis)
	require.False(t, last.Slides)

	turned := append([]float32{}, s.Position...) // the second body by a quarter about its joint
	for i := 4; i < 8; i++ {
		x, y := s.Position[3*i]-2, s.Position[3*i+1]
		turned[3*i], turned[3*i+1] = 2-y, x
	}
	requirePoints(t, [][3]float32{{0, 0, 0}, {2, 0, 0}, {2, 0, 0}, {1.5, 0.5, 0.5}}, links.At(turned))

	raised := append([]float32{}, s.Position...)
	for i := 4; i < 8; i++ {
		raised[3*i+1], raised[3*i+2] = raised[3*i+1]+3, raised[3*i+2]+7
	}
	requirePoints(t, [][3]float32{{0, 0, 0}, {2, 0, 0}, {2, 3, 7}, {2.5, 3.5, 7.5}}, links.At(raised))

	floating := make([]float32, 8)
	for i := range 4 {
		floating[i] = system.Floating
	}
	system.JointType.Set(s, floating)
	requirePoints(t, [][3]float32{{0.25, 0.25, 0.25}, {2, 0, 0}, {2, 0, 0}, {2.5, 0.5, 0.5}}, LinksOf(s).At(s.Position))

	require.Equal(t, [3]float64{0.25, 0.25, 0.25}, LinksOf(s).Bodies[0].Joint)

	slides := make([]float32, 24) // the second body alone, along y, given twice as long
	slides[13] = 2
	system.TurnAxis.Set(s, make([]float32, 24))
	system.SlideAxis.Set(s, slides)
	sliding := LinksOf(s).Bodies
	require.Equal(t, [3]float64{0, 1, 0}, sliding[1].Axis)
	require.True(t, sliding[1].Slides)
	require.Equal(t, [3]float64{}, sliding[0].Axis)

	system.SlideAxis.Set(s, nil)
	system.TurnAxis.Set(s, nil)
	system.JointType.Set(s, nil)
	require.Nil(t, LinksOf(s), "there are no joints")
	system.SlideAxis.Set(s, slides)
	system.Rest.Set(s, nil)
	require.Nil(t, LinksOf(s), "nothing says where joints are at rest")
	require.Nil(t, LinksOf(&system.Sample{Position: make([]float32, 3)}))
}

func requirePoints(t *testing.T, want, got [][3]float32) {
	t.Helper()
	require.Len(t, got, len(want))
	for i := range want {
		allclose.Within(t, want[i][:], got[i][:], 1e-6, "%v", got)
	}
}
