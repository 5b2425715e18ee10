package report

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/datasets/urdf"
	"gmnc/report/pictures"
	"gmnc/run"
	"gmnc/system"
)

// arm is two bodies of four particles: one on the ground at the origin, that turns about z, and one
// on it at x = 2, that slides along y.
func arm() *system.Sample {
	corners := []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}
	s := &system.Sample{Objects: system.Objects{
		{Kind: system.Tree, Members: []int{0, 4}, Parents: []int{-1, 0}},
		{Kind: system.Body, Members: []int{0, 1, 2, 3}}, {Kind: system.Body, Members: []int{4, 5, 6, 7}},
	}}
	var anchors, turns, slides []float32
	for body := range 2 {
		for i := range 4 {
			s.Position = append(s.Position, corners[3*i]+2*float32(body), corners[3*i+1], corners[3*i+2])
			anchors, turns, slides = append(anchors, 2*float32(body), 0, 0), append(turns, 0, 0, float32(1-body)), append(slides, 0, float32(body), 0)
		}
	}
	s.Velocity = make([]float32, len(s.Position))
	system.Rest.Set(s, append([]float32{}, s.Position...))
	system.JointAnchor.Set(s, anchors)
	system.TurnAxis.Set(s, turns)
	system.SlideAxis.Set(s, slides)
	return s
}

var armNames = []string{"base 1", "base 2", "base 3", "base 4", "way 1", "way 2", "way 3", "way 4"}

// armFile is the robot of arm, whose hand is drawn by a mesh; the way is at a place.
func armFile(t *testing.T, folder, place, mesh string) string {
	t.Helper()
	text := `<robot name="r"><link name="world"><visual><geometry><sphere radius="0.1"/></geometry></visual></link>
<link name="a"/><link name="b"><visual><geometry><mesh filename="` + mesh + `"/></geometry></visual><visual><geometry><mesh filename="` + mesh + `"/></geometry></visual></link>
<joint name="base" type="continuous"><parent link="world"/><child link="a"/></joint>
<joint name="way" type="prismatic"><parent link="a"/><child link="b"/><origin xyz="` + place + ` 0 0"/><axis xyz="0 1 0"/></joint></robot>`
	file := filepath.Join(folder, "r.urdf")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	return file
}

func TestLinksOfAPage(t *testing.T) {
	l := newLinks(arm())
	require.Len(t, l.Rest, 8)
	require.Equal(t, [3]float64{0, 0, 1}, *l.Bodies[0].Axis)
	require.False(t, l.Bodies[0].Slides)
	require.Equal(t, link{Members: []int{4, 5, 6, 7}, Joint: [3]float64{2, 0, 0}, Axis: &[3]float64{0, 1, 0}, Slides: true, Segments: l.Bodies[1].Segments}, l.Bodies[1])
	require.Nil(t, newLinks(&system.Sample{Position: make([]float32, 3)}))
}

// TestRobotOfAPage: shapes are of bodies by their joints, each mesh is read once, and what cannot
// be drawn is a note.
func TestRobotOfAPage(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "hand.STL"), []byte("solid"), 0o644))
	r, notes, err := newRobot(armFile(t, folder, "2", "hand.STL"), arm(), armNames)
	require.NoError(t, err)
	require.Empty(t, notes)
	require.Equal(t, []mesh{{"hand.STL", "stl", "c29saWQ="}}, r.Meshes)
	require.Len(t, r.Shapes, 3)
	require.Equal(t, []int{-1, 1, 1}, []int{r.Shapes[0].Body, r.Shapes[1].Body, r.Shapes[2].Body})
	require.Equal(t, []int{-1, 0, 0}, []int{r.Shapes[0].Mesh, r.Shapes[1].Mesh, r.Shapes[2].Mesh})

	r, notes, err = newRobot(armFile(t, folder, "2", "hand.dae"), arm(), armNames)
	require.NoError(t, err)
	require.Equal(t, []string{"hand.dae is not drawn: a page draws .stl and .obj files"}, notes)
	require.Len(t, r.Shapes, 1)

	for want, try := range map[string]func() error{
		"the joint way is 0.5 away from where the data set has it at rest": func() error {
			_, _, err := newRobot(armFile(t, folder, "2.5", "hand.STL"), arm(), armNames)
			return err
		},
		"no bodies on joints": func() error {
			_, _, err := newRobot("r.urdf", &system.Sample{Position: make([]float32, 3)}, nil)
			return err
		},
		"have no names": func() error {
			_, _, err := newRobot("r.urdf", arm(), nil)
			return err
		},
		"none of its joints moves a body of the data set, which has left, left": func() error {
			_, _, err := newRobot(armFile(t, folder, "2", "hand.STL"), arm(), strings.Split(strings.Repeat("left 1|", 8), "|"))
			return err
		},
	} {
		require.ErrorContains(t, try(), want)
	}
}

// TestRestOfARobot: a joint may be elsewhere by a thousandth of the robot's size, here of 3.
func TestRestOfARobot(t *testing.T) {
	l := newLinks(arm())
	for off, refused := range map[float64]bool{0: false, 0.0029: false, 0.0031: true} {
		err := sameRest(l, []string{"base", "way"}, []urdf.Anchor{{Body: "base"}, {Body: "way", Origin: [3]float64{2, 0, off}}})
		require.Equal(t, refused, err != nil, "%v", off)
	}
	l.Bodies[1].Axis = nil // it floats
	require.NoError(t, sameRest(l, []string{"base", "way"}, []urdf.Anchor{{Body: "base"}, {Body: "way", Origin: [3]float64{9, 0, 0}}}))
}

// TestMeshesAreLocal: no name leads out of the folder of the robot's file, or of its package.
func TestMeshesAreLocal(t *testing.T) {
	folder := t.TempDir()
	inner := filepath.Join(folder, "arm_description", "urdf")
	require.NoError(t, os.MkdirAll(inner, 0o755))
	for name, content := range map[string]string{"secret.stl": "secret", "arm_description/hand.obj": "package", "arm_description/urdf/hand.obj": "beside", "arm_description/urdf/only.stl": "only"} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o644))
	}
	require.NoError(t, os.Symlink(filepath.Join(folder, "secret.stl"), filepath.Join(inner, "link.stl")))
	require.NoError(t, os.Mkdir(filepath.Join(inner, "folder.stl"), 0o755))
	robot := filepath.Join(inner, "r.urdf")
	for name, want := range map[string]string{
		"hand.obj": "beside", "./hand.obj": "beside", "file://only.stl": "only",
		"package://arm_description/hand.obj": "package", "package://other/only.stl": "only",
	} {
		content, err := readMesh(robot, name, 100)
		require.NoError(t, err, name)
		require.Equal(t, want, string(content), name)
	}
	for name, want := range map[string]string{
		"../../secret.stl": "escapes", "link.stl": "escapes", filepath.Join(folder, "secret.stl"): "escapes",
		"package://arm_description/../secret.stl": "escapes", "https://host/a.stl": "no local file",
		"gone.stl": "there is no such file below", "folder.stl": "no regular file", "hand.dae": ".stl and .obj",
	} {
		_, err := readMesh(robot, name, 100)
		require.ErrorContains(t, err, want, name)
	}
	_, err := readMesh(robot, "hand.obj", len("beside"))
	require.NoError(t, err)
	_, err = readMesh(robot, "hand.obj", len("beside")-1)
	require.ErrorContains(t, err, "at most 30 MB together")
}

// TestRobotsOfPages: the shapes of a robot's file are in the scene of a page, whether it runs the model or not.
func TestRobotsOfPages(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "hand.stl"), []byte("solid"), 0o600))
	file := armFile(t, folder, "2", "hand.stl")
	c := config.Config{
		Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4, Depth: 2, Joints: 2, Forces: config.NoForces, Messages: config.NoMessages,
		NoCharge: true, TrueVelocity: true, Time: 0.1, Fields: []string{"mass", "rest", "joint_anchor", "turn_axis", "slide_axis"},
	}
	trained, err := run.New(run.Config{Version: "test", Model: c}, nil)
	require.NoError(t, err)
	of := *arm()
	system.Mass.Set(&of, []float32{1, 1, 1, 1, 1, 1, 1, 1})
	of.TargetPosition, of.TargetVelocity = of.Position, of.Velocity
	for _, live := range []bool{false, true} {
		s := &pictures.Subject{Title: "arm", Split: "test", Model: artifact.FromRun(trained), Samples: []system.Sample{of},
			Data: &datasets.Data{Test: []system.Sample{of}, About: datasets.About{Names: datasets.Named(armNames)}}}
		r, err := New(t.Context(), s, nil, Options{Samples: 1, Robot: file, Live: live})
		require.NoError(t, err)
		require.Equal(t, live, r.Live())
		require.Len(t, r.scene.Robot.Shapes, 3)
	}
}
