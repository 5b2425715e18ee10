package datasets

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
)

// WriteXYZ writes a frame of a system as extended XYZ, as viewers of molecules read it:
// positions and velocities [n*3] in the units of the data. Species are the letters with
// which particles' names begin, X without. comment are fields of the second line.
func WriteXYZ(text *bytes.Buffer, comment string, about About, position, velocity []float32) {
	fmt.Fprintf(text, "%d\n%s Properties=species:S:1:pos:R:3:velo:R:3 pbc=\"F F F\"", len(position)/3, comment)
	if about.LengthUnit != "" {
		fmt.Fprintf(text, " length_unit=%q", about.LengthUnit)
	}
	text.WriteString("\n")
	names := about.ParticleNames()
	for i := 0; i < len(position); i += 3 {
		x, v := position[i:i+3], velocity[i:i+3]
		fmt.Fprintf(text, "%s %v %v %v %v %v %v\n", species(names, i/3), x[0], x[1], x[2], v[0], v[1], v[2])
	}
}

// species are the letters that a particle's name begins with.
func species(names []string, particle int) string {
	if particle >= len(names) {
		return "X"
	}
	name := names[particle]
	if letters := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsLetter(r) }); letters >= 0 {
		name = name[:letters]
	}
	if name == "" {
		return "X"
	}
	return name
}
