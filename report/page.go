package report

import (
	"bytes"
	"embed"
	"html/template"
	"io"
	"math"
	"sync"

	"gmnc/internal/page"
	"gmnc/predict"
)

//go:embed page.html fit.html space.html page.css fit/*.js
//go:embed measures.js looks.js around.js links.js space.js player.js hover.js live.js history.js
//go:embed charts.js heat.js uplot/uPlot.iife.min.js uplot/uPlot.min.css uplot/LICENSE
//go:embed three/three.js three/LICENSE
var files embed.FS

var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page.html").Funcs(template.FuncMap{
		"style": func() template.CSS {
			return page.Style() + template.CSS(read("uplot/uPlot.min.css")+"\n"+read("page.css"))
		},
		// licence is what stands in a comment of the script that it is about.
		"licence": func(name, folder string) template.JS {
			return template.JS("/*\n" + name + "\n\n" + read(folder+"/LICENSE") + "*/\n")
		},
		"rmse":   rmse,
		"script": func(name string) template.JS { return template.JS(read(name)) },
	}).ParseFS(files, "page.html", "fit.html", "space.html"))
})

// rmse prints the root of a squared validation error, or a dash if there is none.
func rmse(squared float64) string {
	if math.IsInf(squared, 1) {
		return "-"
	}
	return predict.Length(math.Sqrt(squared), "")
}

// read returns the content of an embedded file.
func read(name string) string {
	content, err := files.ReadFile(name)
	if err != nil {
		panic(err) // it is embedded under this name
	}
	return string(content)
}

// Write writes the page as a single file that loads nothing else.
func (r *Report) Write(w io.Writer) error { return write(w, "page.html", r) }

// write writes a page with a template.
func write(w io.Writer, name string, page any) error {
	var text bytes.Buffer // so that a failure writes nothing
	if err := pageTemplate().ExecuteTemplate(&text, name, page); err != nil {
		return err
	}
	_, err := text.WriteTo(w)
	return err
}
