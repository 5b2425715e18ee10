package report

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"gmnc/datasets"
	"gmnc/datasets/checks"
	"gmnc/datasets/urdf"
	"gmnc/internal/rotation"
	"gmnc/internal/vector"
	"gmnc/plot"
	"gmnc/system"
)

// links holds the bodies of a sample with joints, as the page draws them. Positions are those
// at rest.
type links struct {
	Rest   []point `json:"rest"` // of the particles
	Bodies []link  `json:"bodies"`
}

// link is a body: capsules from its joint to the joints that hang on it, and its axis.
type link struct {
	Members  []int           `json:"members"`
	Joint    [3]float64      `json:"joint"`
	Axis     *[3]float64     `json:"axis,omitempty"`
	Slides   bool            `json:"slides,omitempty"`
	Segments [][2][3]float64 `json:"segments"`
}

// newLinks returns the links of a sample, or nil if it has none.
func newLinks(s *system.Sample) *links {
	found := checks.LinksOf(s)
	if found == nil {
		return nil
	}
	l := &links{Rest: plot.Points(found.Rest)}
	for _, body := range found.Bodies {
		drawn := link{Members: body.Members, Joint: body.Joint, Slides: body.Slides, Segments: body.Segments}
		if body.Axis != [3]float64{} {
			drawn.Axis = &body.Axis
		}
		l.Bodies = append(l.Bodies, drawn)
	}
	return l
}

// robot holds the shapes of a file that are drawn in place of capsules.
type robot struct {
	Shapes []shape `json:"shapes"`
	Meshes []mesh  `json:"meshes"`
}

// shape is a urdf.Shape with the number of its body, or -1 if it does not move.
type shape struct {
	Body   int             `json:"body"`
	Turn   rotation.Matrix `json:"turn"`
	Origin [3]float64      `json:"place"`
	Kind   string          `json:"kind"`
	Size   [3]float64      `json:"size"`
	Mesh   int             `json:"mesh"` // number of the mesh, of the kind mesh
}

// mesh is the content of a mesh's file.
type mesh struct {
	Name    string `json:"name"`
	Format  string `json:"format"`  // stl or obj
	Content string `json:"content"` // in base64
}

// mostMeshBytes bounds the meshes of a page, which contains all of them.
const mostMeshBytes = 30 << 20

// newRobot reads the shapes of a URDF file for the bodies of a sample, and notes about shapes
// that it cannot draw. The names of a body's particles begin with the name of the body.
func newRobot(file string, s *system.Sample, names []string) (r *robot, notes []string, err error) {
	l := newLinks(s)
	if l == nil {
		return nil, nil, fmt.Errorf("%s: the data set has no bodies on joints that a robot's file could draw", file)
	}
	bodies, err := bodyNames(l, names)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", file, err)
	}
	shapes, anchors, err := urdf.ReadShapes(file, bodies)
	if err != nil {
		return nil, nil, err
	}
	if err := sameRest(l, bodies, anchors); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", file, err)
	}
	r = &robot{Shapes: []shape{}, Meshes: []mesh{}}
	at, left := map[string]int{}, mostMeshBytes
	for _, given := range shapes {
		drawn := shape{slices.Index(bodies, given.Body), given.Turn, given.Origin, given.Kind, given.Size, -1}
		if given.Mesh != "" {
			number, known := at[given.Mesh]
			if !known {
				number = -1
				switch content, err := readMesh(file, given.Mesh, left); {
				case err != nil:
					notes = append(notes, fmt.Sprintf("%s is not drawn: %v", given.Mesh, err))
				default:
					left -= len(content)
					number = len(r.Meshes)
					r.Meshes = append(r.Meshes, mesh{given.Mesh, formatOf(given.Mesh), base64.StdEncoding.EncodeToString(content)})
				}
				at[given.Mesh] = number
			}
			if number < 0 {
				continue
			}
			drawn.Mesh = number
		}
		r.Shapes = append(r.Shapes, drawn)
	}
	return r, notes, nil
}

// bodyNames returns the names of bodies. The name of a body's first particle is that of the
// body followed by a number.
func bodyNames(l *links, names []string) (bodies []string, err error) {
	for _, body := range l.Bodies {
		if names == nil {
			return nil, errors.New("the particles of the data set have no names, by which the links of a robot are found")
		}
		bodies = append(bodies, datasets.BodyName(names[body.Members[0]]))
	}
	return bodies, nil
}

// offRest is how far joints at rest may be from where the file has them, as a share of the
// robot's size.
const offRest = 1e-3

// sameRest reports a data set whose joints are not where the file has them.
func sameRest(l *links, bodies []string, anchors []urdf.Anchor) error {
	size := 0.0
	for _, x := range l.Rest {
		size = max(size, vector.Distance([3]float64{float64(x[0]), float64(x[1]), float64(x[2])}, l.Bodies[0].Joint))
	}
	found := false
	for number, body := range bodies {
		at := slices.IndexFunc(anchors, func(a urdf.Anchor) bool { return a.Body == body })
		if at < 0 || l.Bodies[number].Axis == nil {
			continue // a body that floats, which is where it is
		}
		found = true
		if off := vector.Distance(anchors[at].Origin, l.Bodies[number].Joint); off > offRest*size {
			return fmt.Errorf("the joint %.40s is %.3g away from where the data set has it at rest: expected the file that the data set was made with, without --pose", body, off)
		}
	}
	if !found {
		return fmt.Errorf("none of its joints moves a body of the data set, which has %.200s", strings.Join(bodies, ", "))
	}
	return nil
}

// formatOf returns the format of a mesh's file from its name.
func formatOf(name string) string { return strings.ToLower(strings.TrimPrefix(path.Ext(name), ".")) }

// readMesh reads the file of a mesh that a URDF file names. It must be below the folder of the
// URDF file or, for package://NAME/..., below a folder NAME that contains the URDF file.
func readMesh(robot, name string, most int) ([]byte, error) {
	if format := formatOf(name); format != "stl" && format != "obj" {
		return nil, fmt.Errorf("a page draws .stl and .obj files")
	}
	folder, err := filepath.Abs(filepath.Dir(robot))
	if err != nil {
		return nil, err
	}
	inner, isPackage := strings.CutPrefix(name, "package://")
	inner = strings.TrimPrefix(inner, "file://")
	if strings.Contains(inner, "://") {
		return nil, errors.New("it is no local file")
	}
	if !isPackage {
		return readBelow(folder, inner, most)
	}
	wanted, inner, _ := strings.Cut(inner, "/")
	for around := folder; filepath.Dir(around) != around; around = filepath.Dir(around) {
		if filepath.Base(around) == wanted {
			return readBelow(around, inner, most)
		}
	}
	return readBelow(folder, inner, most)
}

// readBelow reads a file below a folder. Neither a name nor a link can lead out of the folder.
func readBelow(folder, name string, most int) ([]byte, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	file, err := root.Open(filepath.FromSlash(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no such file below %s", folder)
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.New("it is no regular file")
	}
	content, err := io.ReadAll(io.LimitReader(file, int64(most)+1))
	if err == nil && len(content) > most {
		return nil, fmt.Errorf("the meshes of a page have at most %d MB together", mostMeshBytes>>20)
	}
	return content, err
}
