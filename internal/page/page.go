// Package page provides the style that all pages of gmnc share: readable in light and dark mode, in
// print, and with any kind of color vision.
package page

import (
	_ "embed"
	"html/template"
)

//go:embed style.css
var style string

// Style returns the style sheet, for a style element.
func Style() template.CSS { return template.CSS(style) }
