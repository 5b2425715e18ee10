package deploy

import (
	"bytes"
	"embed"
	"html/template"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"gmnc/artifact"
	"gmnc/internal/page"
	"gmnc/predict/verify"
)

//go:embed verify.html findings.html
var pages embed.FS

// templates are that of a verification for people, which needs nothing else,
// and its parts.
var templates = template.Must(template.New("pages").Funcs(template.FuncMap{
	"share": share, "title": title, "style": page.Style,
}).ParseFS(pages, "*.html"))

// title is a text, which may be empty, with a capital letter first.
func title(text string) string {
	_, first := utf8.DecodeRuneInString(text)
	return strings.ToUpper(text[:first]) + text[first:]
}

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
	return templates.ExecuteTemplate(w, "verify.html", struct {
		*Verification
		Description string
		Certificate *artifact.Certificate
	}{v, description.String(), v.Model.Certificate()})
}

// CertificateHTML are the parts of a page that say what a certificate says.
func CertificateHTML(c *artifact.Certificate) (template.HTML, error) {
	var part strings.Builder
	err := templates.ExecuteTemplate(&part, "certificate", c)
	return template.HTML(part.String()), err
}
