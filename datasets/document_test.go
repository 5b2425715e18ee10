package datasets

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"gmnc/internal/test/document"
	"gmnc/system"
)

var update = flag.Bool("update", false, "renew docs/data.md")

// TestFieldsDocument: the fields of docs/data.md are the fields of the table.
func TestFieldsDocument(t *testing.T) {
	document.Require(t, "data.md", document.Read(t, "data.md"), "go test ./datasets -run Document", *update, func(string) string {
		var rows strings.Builder
		rows.WriteString("| array | shape | turns as | unit | without it | what |\n|---|---|---|---|---|---|\n")
		for _, f := range system.GivenFields() {
			if !f.Named() {
				fmt.Fprintf(&rows, "| `%s` | %s | %s | %s | %s | %s |\n", f.Array(), shapeText(f), f.Turns, f.Unit, defaultText(f), f.Doc)
			}
		}
		return rows.String()
	})
}

// shapeText is the shape of a field in a file.
func shapeText(f *system.Field) string {
	rest := map[system.Rows]string{system.OfParticle: ", n", system.OfEdge: ", n, K"}[f.Rows]
	if !f.Flat() {
		rest += fmt.Sprintf(", %d", f.Columns)
	}
	text := "[s" + rest + "]"
	if f.PerFrame {
		text += " or [s, frames" + rest + "]"
	}
	return text
}

func defaultText(f *system.Field) string {
	if f.Required {
		return "no charges"
	}
	return fmt.Sprint(f.Default)
}
