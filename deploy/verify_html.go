package deploy

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"
	"sync"
	"unicode/utf8"

	"gmnc/artifact"
	"gmnc/internal/page"
	"gmnc/predict/verify"
)

//go:embed verify.html findings.html
var pages embed.FS

// templates returns the template of a verification as a page, which needs no other files, and
// its parts.
var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("pages").Funcs(template.FuncMap{
		"below": below, "title": title, "style": page.Style,
	}).ParseFS(pages, "*.html"))
})

// title returns a text, which may be empty, with its first letter in upper case.
func title(text string) string {
	_, first := utf8.DecodeRuneInString(text)
	return strings.ToUpper(text[:first]) + text[first:]
}

// below compares a difference with the allowed one, in two digits, as in "160 times below", or
// above.
func below(f verify.Finding) string {
	switch ratio := f.Allowed / f.Largest; {
	case math.IsNaN(f.Largest) || math.IsInf(f.Largest, 1):
		return "no number"
	case f.Largest == 0:
		return "no difference"
	case ratio >= 1:
		return twoDigits(ratio) + " times below"
	default:
		return twoDigits(1/ratio) + " times above"
	}
}

// twoDigits formats a number of at least 1 with two digits.
func twoDigits(value float64) string {
	if value < 10 {
		return fmt.Sprintf("%.1f", value)
	}
	size := math.Pow(10, math.Floor(math.Log10(value))-1)
	return fmt.Sprintf("%.0f", math.Round(value/size)*size)
}

// WriteHTML writes a page that describes what was measured and what does not hold.
func (v *Verification) WriteHTML(w io.Writer) error {
	var description bytes.Buffer
	if err := v.Model.Inspect(&description, v.Name, false); err != nil {
		description.WriteString(err.Error())
	}
	var certified []string
	if certificate := v.Model.Certificate(); certificate != nil {
		config := v.Model.Config()
		certified = append(certificate.Lines(config), certificate.Caveats(config, v.Model.Joints())...)
	}
	return templates().ExecuteTemplate(w, "verify.html", struct {
		*Verification
		Description string
		Certificate *artifact.Certificate
		Certified   []string
	}{v, description.String(), v.Model.Certificate(), certified})
}

// CertificateHTML returns the parts of a page that describe a certificate.
func CertificateHTML(c *artifact.Certificate) (template.HTML, error) {
	var part strings.Builder
	err := templates().ExecuteTemplate(&part, "certificate", c)
	return template.HTML(part.String()), err
}
