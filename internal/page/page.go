// Package page has what all pages that gmnc writes look like: readable in
// light and dark, in print, and by people who see colours differently.
package page

import (
	_ "embed"
	"html/template"
)

//go:embed style.css
var style string

// Style is the style sheet, for a style element.
func Style() template.CSS { return template.CSS(style) }
