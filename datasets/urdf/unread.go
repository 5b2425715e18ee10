package urdf

import (
	"encoding/xml"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// leave skips an element that is not read. It returns an error for one that a reader may take
// for a part of the robot. Such are a name of URDF in other letters or at another position, a
// link or joint of another namespace, and a loop.
func (p *parser) leave(name xml.Name, path string) error {
	word := strings.ToLower(name.Local)
	_, isOurs := elements[strings.ToLower(path)]
	switch {
	case name.Space != p.space && isOurs:
		return p.Errorf("<%s> is of the namespace %.40q, which is not known here: expected URDF's own", name.Local, name.Space)
	case isOurs:
		return p.Errorf("<%s> is no element of URDF: expected <%s>", name.Local, word)
	case word == "mass" || word == "inertia" || word == "inertial":
		return p.Errorf("<%s> is within <%s>, where readers of URDF pass over it: expected it within <link> and <inertial>", name.Local, p.path[len(p.path)-2])
	case path == "robot loop_joint":
		return p.Errorf("<loop_joint> closes a loop: expected a tree")
	}
	p.unread[path]++
	return nil
}

// oddities returns notes about what both readers find odd in the file, or do not read.
func (p *parser) oddities() (notes []string) {
	if p.wound != nil {
		notes = append(notes, "turned by more than a whole turn, though rpy is in radians: "+strings.Join(p.wound, ", "))
	}
	if left := p.leftOut(); left != "" {
		notes = append(notes, "not read: "+left)
	}
	return notes
}

// leftOut names what was not read, and how often it occurred.
func (p *parser) leftOut() (note string) {
	counts := map[string]int{}
	for path, count := range p.unread {
		counts[path[strings.LastIndex(path[:len(path)-1], " ")+1:]] += count
	}
	var names []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		names = append(names, fmt.Sprintf("%.40s (%d)", name, counts[name]))
	}
	return strings.Join(names, ", ")
}
