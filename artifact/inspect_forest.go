package artifact

import (
	"fmt"
	"io"
	"strings"

	"gmnc/datasets"
	"gmnc/system"
)

// describeForest draws the trees of a sample, with a line for each particle below its parent,
// and lists the particles of its bodies. The names of particles may be nil.
func describeForest(w io.Writer, first system.Sample, names []string) {
	joints := first.Objects.Joints()
	for i, object := range first.Objects {
		switch object.Kind {
		case system.Tree:
			Line(w, "tree", "%d particles, depth %d, from the root %d (of the first sample)", len(object.Members), object.Depth(), object.Members[0])
			drawTree(w, object, names, 0, "")
		case system.Body:
			name, joined := "", ""
			if names != nil {
				name = datasets.BodyName(names[object.Members[0]]) + ": "
			}
			if joints[i] >= 0 {
				joined = fmt.Sprintf(", joined to a tree at %d", joints[i])
			}
			Line(w, "body", "%s%d particles (of the first sample): %s%s", name, len(object.Members), strings.Trim(fmt.Sprint(object.Members), "[]"), joined)
		}
	}
}

// drawTree draws the descendants of a member. Each line begins with the text before.
func drawTree(w io.Writer, tree system.Object, names []string, member int, before string) {
	var children []int
	for i, parent := range tree.Parents {
		if parent == member {
			children = append(children, i)
		}
	}
	for i, child := range children {
		branch, further := "├─ ", "│  "
		if i == len(children)-1 {
			branch, further = "└─ ", "   "
		}
		name := ""
		if names != nil {
			name = " " + names[tree.Members[child]]
		}
		Line(w, "", "%s%s%d%s", before, branch, tree.Members[child], name)
		drawTree(w, tree, names, child, before+further)
	}
}
