package describe

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// MJCF writes a robot for MuJoCo. It has bodies with their inertias, and joints with damping,
// frictionloss, armature and limits. Each joint has a motor whose control is its torque. The
// gravity is in m/s^2. There are no shapes. Comments name the constants that the recordings do
// not determine.
func MJCF(w io.Writer, name string, gravity [3]float64, joints []Joint) error {
	p := &printer{w: w}
	p.line(0, "<mujoco model=%s>", quoted(name))
	p.line(1, "<compiler angle=\"radian\" autolimits=\"true\"/>")
	p.line(1, "<option gravity=\"%s\"/>", texts(gravity[:]...))
	p.line(1, "<worldbody>")
	p.bodies(joints, -1, 2)
	p.line(1, "</worldbody>")
	p.line(1, "<actuator>")
	for _, j := range joints {
		p.line(2, "<motor name=%s joint=%s/>", quoted(j.Link.Joint), quoted(j.Link.Joint))
	}
	p.line(1, "</actuator>")
	p.line(0, "</mujoco>")
	return p.err
}

// printer writes lines until one fails.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) line(depth int, format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, strings.Repeat("  ", depth)+format+"\n", args...)
	}
}

// bodies writes the bodies that are attached to a parent, each with its descendants.
func (p *printer) bodies(joints []Joint, parent, depth int) {
	for b := range joints {
		j := &joints[b]
		if j.Link.Parent != parent {
			continue
		}
		mass, center, inertia := j.centered()
		q := j.Link.Turn.Quaternion()
		p.line(depth, "<body name=%s pos=\"%s\" quat=\"%s\">", quoted(j.Link.Links[0]), texts(j.Link.Origin[:]...), texts(q[:]...))
		p.line(depth+1, "<inertial mass=\"%s\" pos=\"%s\" fullinertia=\"%s\"/>%s", text(mass), texts(center[:]...), texts(inertia[:]...), undetermined(j.OfLink))
		kind, limits := "hinge", ""
		if j.Link.Slides {
			kind = "slide"
		}
		if j.Link.Range[0] < j.Link.Range[1] {
			limits = fmt.Sprintf(" range=\"%s\"", texts(j.Link.Range[:]...))
		}
		p.line(depth+1, "<joint name=%s type=\"%s\" axis=\"%s\"%s damping=\"%s\" frictionloss=\"%s\" armature=\"%s\"/>%s",
			quoted(j.Link.Joint), kind, texts(j.Link.Axis[:]...), limits, text(j.Damping), text(j.Friction), text(j.Rotor), undetermined(j.OfJoint))
		p.bodies(joints, b, depth+1)
		p.line(depth, "</body>")
	}
}

func quoted(name string) string {
	var b strings.Builder
	b.WriteByte('"')
	xml.EscapeText(&b, []byte(name))
	b.WriteByte('"')
	return b.String()
}
