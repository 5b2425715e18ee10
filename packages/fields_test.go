// Package packages holds what other languages know of inputs to the tables of fields
// and of kinds of objects.
package packages

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

var update = flag.Bool("update", false, "write the tables of other languages anew")

// input is what an exported file may take besides positions and velocities.
type input struct {
	name, shape, doc string
	// object is how many members a row of objects has, 0 where there is a number for
	// each particle, and -1 of what is no object.
	object int
	// perFrame inputs of a file that rolls may have an axis of steps first.
	perFrame bool
}

// inputs are the inputs of the tables.
func inputs() (all []input) {
	for _, f := range system.GivenFields() {
		columns := fmt.Sprint(f.Columns)
		if f.Named() {
			columns = "features"
		}
		rows := map[system.Rows]string{system.OfSystem: "", system.OfParticle: "particles, ", system.OfEdge: "particles, neighbors, "}[f.Rows]
		all = append(all, input{f.Name, "[batch, " + rows + columns + "]", f.Doc, -1, f.PerFrame})
	}
	all = append(all, input{"neighbors", "[batch, particles, neighbors]", "the particles that act on each, -1 in slots left over", -1, false})
	for _, kind := range system.ListedKinds() {
		all = append(all, input{kind.Array(), fmt.Sprintf("[batch, %s, %d]", kind.Array(), kind.Members()), kind.Doc, kind.Members(), false})
	}
	for _, kind := range system.ForestKinds() {
		all = append(all, input{kind.Array(), "[batch, particles]", kind.Doc, 0, false})
	}
	return append(all, input{"steps", "[]", "how many steps to take, of a file that rolls; fields that differ from step to step have an axis of steps first", -1, false})
}

// dimensions is the number of dimensions of a shape.
func (i input) dimensions() int {
	if i.shape == "[]" {
		return 0
	}
	return strings.Count(i.shape, ",") + 1
}

// tables are the parts of files that are made from the inputs.
var tables = map[string]func(input) string{
	"python/gmnc/fields.py types": func(i input) string {
		return fmt.Sprintf("    %s: npt.ArrayLike  # %s %s\n", i.name, i.shape, i.doc)
	},
	"python/gmnc/fields.py objects": ofObjects("    %q: %d,\n"),
	"npm/index.js objects":          ofObjects("  %s: %d,\n"),
	"npm/index.d.ts types": func(i input) string {
		dimensions := "number" + strings.Repeat("[]", i.dimensions())
		if i.perFrame {
			dimensions += " | " + dimensions + "[]"
		}
		return fmt.Sprintf("  /** %s %s */\n  %s?: %s;\n", i.shape, i.doc, i.name, dimensions)
	},
}

func ofObjects(form string) func(input) string {
	return func(i input) string {
		if i.object < 0 {
			return ""
		}
		return fmt.Sprintf(form, i.name, i.object)
	}
}

// TestFields: what the packages of other languages say of inputs is made from the
// tables of this program.
func TestFields(t *testing.T) {
	for part, row := range tables {
		path, name, _ := strings.Cut(part, " ")
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		var made strings.Builder
		for _, i := range inputs() {
			made.WriteString(row(i))
		}
		generated := regexp.MustCompile(`(?s)(generated: ` + name + `\n)(.*?)( *(//|#) end\n)`)
		parts := generated.FindStringSubmatch(string(text))
		require.NotNil(t, parts, part)
		if *update {
			renewed := generated.ReplaceAllLiteralString(string(text), parts[1]+made.String()+parts[3])
			require.NoError(t, os.WriteFile(path, []byte(renewed), 0o644))
			continue
		}
		require.Equal(t, made.String(), parts[2], "%s: go test ./packages -run Fields -update renews it", part)
	}
}
