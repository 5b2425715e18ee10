package deploy

import (
	"bytes"
	_ "embed"
	"html/template"
	"io"
	"math"
	"strings"

	"gmnc/predict/verify"
)

//go:embed verify.html
var verifyPage string

// page is the template of a verification for people, which needs nothing else.
var page = template.Must(template.New("verification").Funcs(template.FuncMap{
	"share": share, "title": func(text string) string { return strings.ToUpper(text[:1]) + text[1:] },
}).Parse(verifyPage))

// share is how much of the allowed difference was found, in percent on a scale
// of magnitudes: 0 at a millionth of it.
func share(f verify.Finding) int {
	if f.Largest <= 0 || f.Allowed <= 0 {
		return 0
	}
	const magnitudes = 6
	return int(100 * min(1, max(0.01, 1+math.Log10(f.Largest/f.Allowed)/magnitudes)))
}

// WriteHTML writes a page that says what was measured and what does not hold.
func (v *Verification) WriteHTML(w io.Writer) error {
	var description bytes.Buffer
	if err := v.Model.Inspect(&description, v.Name, false); err != nil {
		description.WriteString(err.Error())
	}
	return page.Execute(w, struct {
		*Verification
		Description string
		Certificate *Certificate
	}{v, description.String(), v.Model.certificate})
}
