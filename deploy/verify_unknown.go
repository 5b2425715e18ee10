package deploy

import (
	"fmt"
	"io"

	"gmnc/artifact"
)

// writeUnknown describes a file whose model another program registered. It writes what that
// program measured when it exported the file, what holds here, and what is not known.
func (v *Verification) writeUnknown(w io.Writer) {
	model := v.Model.Config().Model.Model
	fmt.Fprintf(w, "%s: %s, a model that another program registered with gmnc %s; nothing was measured now\n", v.Name, model, v.Model.File().Maker)
	if certificate := v.Model.Certificate(); certificate != nil {
		for _, text := range certificate.Lines(v.Model.Config()) {
			artifact.Line(w, "stated", "%s", text)
		}
	}
	if len(v.Broken) == 0 {
		artifact.Line(w, "checked", "The bytes are those that were exported, and the structure of the file is right.")
	}
	artifact.Line(w, "unknown", "Whether the rows \"stated\" hold is not known here. The program that registered %s promised them in its description of the model, and measured them when it wrote the file. To measure them again, call its command verify, or deploy.Verify in it.", model)
	for _, text := range v.Broken {
		artifact.Line(w, "broken", "%s", text)
	}
}
