package describe

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"unicode/utf8"
)

// URDF returns a URDF file in which the masses, inertias, dampings and frictions are replaced
// by those that were found. Everything else stays as it is, including comments. A comment after
// an element names the constants that the recordings do not determine. Links that fixed joints
// attach to a link are part of that link's inertia, and lose their own. Rotors are written as
// Drake's elements of transmissions (rotors.go).
func URDF(file []byte, joints []Joint) ([]byte, error) {
	if !utf8.Valid(file) {
		return nil, errors.New("the robot's file is not in UTF-8: convert it, so that it can be written with what was found")
	}
	file = marks.ReplaceAll(file, nil)
	e := &editor{file: file, inertials: map[string]string{}, dynamics: map[string]string{}, rotors: map[string]float64{}}
	for i := range joints {
		j := &joints[i]
		for _, fixed := range j.Link.Links[1:] {
			e.inertials[fixed] = ""
		}
		mass, center, inertia := j.centered()
		e.inertials[j.Link.Links[0]] = fmt.Sprintf(`<inertial><origin xyz="%s" rpy="0 0 0"/><mass value="%s"/><inertia ixx="%s" iyy="%s" izz="%s" ixy="%s" ixz="%s" iyz="%s"/></inertial>%s`,
			texts(center[:]...), text(mass), text(inertia[0]), text(inertia[1]), text(inertia[2]), text(inertia[3]), text(inertia[4]), text(inertia[5]), undetermined(j.OfLink))
		e.rotors[j.Link.Joint] = j.Rotor
		e.dynamics[j.Link.Joint] = fmt.Sprintf(`<dynamics damping="%s" friction="%s"/>%s`, text(j.Damping), text(j.Friction), undetermined(j.OfJoint))
	}
	return e.edited()
}

// marks matches the comments of undetermined in a file that URDF wrote before.
var marks = regexp.MustCompile(`<!-- not determined by the recordings: [^>]* -->`)

// editor copies a file and replaces elements of links and joints.
type editor struct {
	file      []byte
	inertials map[string]string  // by link
	dynamics  map[string]string  // by joint
	rotors    map[string]float64 // by joint; those that are not written yet
	made      bytes.Buffer
	copied    int64 // number of bytes of the file that were copied
}

func (e *editor) edited() ([]byte, error) {
	decoder := xml.NewDecoder(bytes.NewReader(e.file))
	depth := 0
	for {
		begin := decoder.InputOffset()
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if depth++; depth != 2 {
				continue
			}
			if t.Name.Local == "transmission" {
				if err := decoder.Skip(); err != nil {
					return nil, err
				}
				e.transmission(begin, decoder.InputOffset())
				depth--
				continue
			}
			table, element := map[string]map[string]string{"link": e.inertials, "joint": e.dynamics}[t.Name.Local], "inertial"
			if t.Name.Local == "joint" {
				element = "dynamics"
			}
			text, known := table[named(t)]
			if !known {
				continue
			}
			if err := e.owner(decoder, begin, t.Name.Local, element, text); err != nil {
				return nil, err
			}
			depth--
		case xml.EndElement:
			if depth--; depth == 0 {
				e.transmissions(begin)
			}
		}
	}
	e.made.Write(e.file[e.copied:])
	return e.made.Bytes(), nil
}

// owner copies a link or joint, whose start tag was read, and replaces one of its elements by a
// text.
func (e *editor) owner(decoder *xml.Decoder, begin int64, name, element, text string) error {
	after := decoder.InputOffset()
	if tag := e.file[begin:after]; bytes.HasSuffix(tag, []byte("/>")) {
		if text != "" {
			e.made.Write(e.file[e.copied : after-2])
			fmt.Fprintf(&e.made, ">%s</%s>", text, name)
			e.copied = after
		}
		_, err := decoder.Token() // the end
		return err
	}
	e.made.Write(e.file[e.copied:after])
	if e.copied = after; text != "" {
		e.made.WriteString("\n    " + text)
	}
	for {
		begin := decoder.InputOffset()
		token, err := decoder.Token()
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if err := decoder.Skip(); err != nil {
				return err
			}
			if t.Name.Local == element {
				e.made.Write(bytes.TrimRight(e.file[e.copied:begin], " \t\r\n"))
				e.copied = decoder.InputOffset()
			}
		case xml.EndElement:
			return nil
		}
	}
}

func named(t xml.StartElement) string {
	for _, a := range t.Attr {
		if a.Name.Local == "name" {
			return a.Value
		}
	}
	return ""
}
