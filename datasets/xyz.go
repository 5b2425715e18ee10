package datasets

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"

	"gmnc/system"
)

// WriteXYZ writes a system as extended XYZ, as viewers of molecules read it: positions,
// velocities and the periodic cell, if there is one, in the units of the data. Species are
// the letters with which particles' names begin, X without. comment are fields of the second
// line.
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

// lattice says whether the sample has a periodic cell, and of which vectors.
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
