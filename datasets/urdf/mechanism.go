package urdf

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"gmnc/internal/fields"
	"gmnc/internal/fileformat"
	"gmnc/internal/plainfile"
	"gmnc/sim/mechanism"
)

// ReadMechanism reads the robot of a file as rigid bodies on the file's own joints, with their
// dampings and frictions. It also returns notes for the user. The robot stands on its first
// link, unless a floating joint or the options let it float. What follows a floating joint floats
// by itself. A body has up to six particles with the mass, the center of mass and the inertia of
// the file: pairs along the principal axes. Errors name the file and the line.
func ReadMechanism(path string, o Options) (m *mechanism.Mechanism, notes []string, err error) {
	file, err := plainfile.Open(path)
	if err != nil {
		return nil, nil, fmt.Errorf("cannot read the robot: %w", err)
	}
	defer file.Close()
	m, notes, err = ParseMechanism(path, file, o)
	return m, notes, fileformat.Explain(path, err, fileformat.URDF)
}

// ParseMechanism is like ReadMechanism for the text of a file. Errors contain the path.
func ParseMechanism(path string, text io.Reader, o Options) (m *mechanism.Mechanism, notes []string, err error) {
	p, err := read(path, text)
	if err != nil {
		return nil, nil, err
	}
	parts, notes, err := p.movingParts(o)
	if err != nil {
		return nil, nil, err
	}
	made, left := bodiesOf(parts, p.stands(o))
	if err := p.checkMasses(parts, made.Bodies); err != nil {
		return nil, nil, err
	}
	if o.Limits {
		for b := range made.Bodies {
			joint := &made.Bodies[b].Joint
			joint.Stop.Lower, joint.Stop.Upper = joint.Range[0], joint.Range[1]
		}
	}
	if m, err = mechanism.New(made); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	if o.Limits {
		if err := checkLimits(m); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	m.DefaultStops()
	return m, append(notes, left...), nil
}

// stands reports whether the first link is fixed to the ground. It is, whatever its name, unless
// the robot began with a floating joint, which loosen removed, or the options let it float.
func (p *parser) stands(o Options) bool { return !o.Floats && p.loose == nil }

// first returns the name of the first link, or "" if there is none.
func (p *parser) first() string {
	child := map[string]bool{}
	for _, j := range p.joints {
		child[j.child.link] = true
	}
	for _, l := range p.links {
		if !child[l.name] {
			return l.name
		}
	}
	return ""
}

// grounded returns a note if the robot stands on a link that is not called world, because a file
// may mean a robot that floats and not say so.
func (p *parser) grounded(o Options) []string {
	if first := p.first(); p.stands(o) && !strings.EqualFold(first, "world") {
		return []string{fmt.Sprintf("the robot stands on its first link, %.40s, because no floating joint comes before it", first)}
	}
	return nil
}

// movingParts returns the parts between all joints that turn, slide or float.
func (p *parser) movingParts(o Options) (parts []part, notes []string, err error) {
	notes = p.loosen(o)
	if err := p.take(o); err != nil {
		return nil, nil, err
	}
	notes = append(notes, p.grounded(o)...)
	if o.Recorded {
		notes = append(notes, p.release()...)
	}
	if err := p.checkMoving(); err != nil {
		return nil, nil, err
	}
	order, err := p.order()
	if err != nil {
		return nil, nil, err
	}
	positions, err := p.set(o.Pose)
	if err != nil {
		return nil, nil, err
	}
	if unstopped := p.limitRanges(positions); o.Limits {
		notes = append(notes, unstopped...)
	}
	parts, err = p.parts(order, positions, func(j joint) bool { return j.turns() || j.slides() || j.floats() })
	for i, part := range parts {
		if part.moves.floats() {
			parts[i].parent = -1 // it is not attached to a parent
		}
	}
	return parts, append(notes, p.oddities()...), err
}

// release makes joints that follow others independent, since their coordinates are recorded.
// The notes name them.
func (p *parser) release() (notes []string) {
	var names []string
	for i := range p.joints {
		if j := &p.joints[i]; j.follows != nil && !j.fixed {
			j.follows, j.released, names = nil, j.follows, append(names, j.name)
		}
	}
	if names == nil {
		return nil
	}
	return []string{"joints that follow others (<mimic>) are read by their recorded angles, and move as joints of their own: " + strings.Join(names, ", ") + "; what drives them is a load of the joint that they follow"}
}

// checkMoving returns an error for joints that are neither simulated nor fixed, and for axes
// without length.
func (p *parser) checkMoving() error {
	var names, reasons []string
	line := 0
	for _, j := range p.joints {
		reason := ""
		switch {
		case j.fixed || j.kind == "fixed":
		case j.follows != nil:
			reason = fmt.Sprintf("the joint %s follows the joint %s", j.name, j.follows.joint)
		case j.floats() && (j.damping > 0 || j.friction > 0):
			return p.at(j.line).Errorf("the joint %.40q floats and has a damping or friction, which nothing simulates: leave out its <dynamics>", j.name)
		case j.floats():
		case !j.turns() && !j.slides():
			reason = fmt.Sprintf("the joint %s is %s (two prismatic joints and a continuous one move as it does)", j.name, j.kind)
		case j.axis == [3]float64{}:
			return p.at(j.line).Errorf("the axis of the joint %.40q has no length", j.name)
		}
		if reason != "" {
			names, reasons, line = append(names, j.name), append(reasons, reason), cmp.Or(line, j.line)
		}
	}
	if names == nil {
		return nil
	}
	const most = 3
	if left := len(reasons) - most; left > 0 {
		reasons = append(reasons[:most], fmt.Sprintf("%d more", left))
	}
	return p.at(line).Errorf("%w", fields.Errorf("%s: only joints that turn, slide or float are simulated; hold others where they are with {hold} %s", strings.Join(reasons, ", "), strings.Join(names, ",")))
}

// checkMasses returns an error for a body without mass to which others are attached.
func (p *parser) checkMasses(parts []part, bodies []mechanism.Body) error {
	for _, body := range bodies {
		if len(body.Members) > 0 {
			continue
		}
		at := slices.IndexFunc(parts, func(part part) bool { return part.name() == body.Name })
		if part := parts[at]; part.joint != "" {
			return p.at(part.link.line).Errorf("%w", fields.Errorf("the link %.40q has no mass, moves by the joint %.40q, and others hang on it: give it a mass, or hold the joint with {hold} %s", part.link.name, part.joint, part.joint))
		}
		return p.at(parts[at].link.line).Errorf("the link %.40q has no mass, floats, and others hang on it: give it a mass", parts[at].link.name)
	}
	return nil
}
