package datasets

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"

	"gmnc/system"
)

// WriteXYZ writes a system as extended XYZ, which viewers of molecules read. It writes the
// positions, the velocities and the periodic cell, if there is one, in the units of the data.
// The species of a particle is the letters at the start of its name, or X if it has none.
// comment holds fields of the second line.
func WriteXYZ(text *bytes.Buffer, comment string, about About, sample *system.Sample) {
	fmt.Fprintf(text, "%d\n%s Properties=species:S:1:pos:R:3:velo:R:3 %s", sample.Particles(), comment, lattice(sample))
	if about.LengthUnit != "" {
		fmt.Fprintf(text, " length_unit=%q", about.LengthUnit)
	}
	text.WriteString("\n")
	names := about.ParticleNames()
	for i := range sample.Particles() {
		x, v := sample.Position[3*i:], sample.Velocity[3*i:]
		fmt.Fprintf(text, "%s %v %v %v %v %v %v\n", species(names, i), x[0], x[1], x[2], v[0], v[1], v[2])
	}
}

// lattice returns the fields of the second line that give the periodic cell, or that say that
// there is none.
func lattice(sample *system.Sample) string {
	if sample.Volume() == 0 {
		return `pbc="F F F"`
	}
	var numbers []string
	for _, vector := range []*system.Field{system.CellA, system.CellB, system.CellC} {
		for _, x := range vector.Of(sample) {
			numbers = append(numbers, fmt.Sprint(x))
		}
	}
	return fmt.Sprintf("Lattice=%q pbc=\"T T T\"", strings.Join(numbers, " "))
}

// species returns the letters at the start of a particle's name, or "X" if there are none.
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
