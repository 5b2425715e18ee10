package commandline

import (
	"fmt"
	"strings"

	"gmnc/artifact"
)

// point is a point of a link, written as in --point: NAME=JOINT:X,Y,Z.
type point artifact.Point

// UnmarshalText implements encoding.TextUnmarshaler.
func (p *point) UnmarshalText(text []byte) error {
	wrong := fmt.Errorf("%q is no point of a link: expected NAME=JOINT:X,Y,Z, such as tool=elbow:0.4,0,0.9", text)
	name, at, named := strings.Cut(string(text), "=")
	colon := strings.LastIndex(at, ":")
	if !named || name == "" || colon < 1 {
		return wrong
	}
	var position vectorFlag
	if err := position.UnmarshalText([]byte(at[colon+1:])); err != nil {
		return wrong
	}
	*p = point{Name: name, Link: at[:colon], Rest: position}
	return nil
}

// points converts the points of the flags to those of an export.
func points(given []point) (all []artifact.Point) {
	for _, p := range given {
		all = append(all, artifact.Point(p))
	}
	return all
}
