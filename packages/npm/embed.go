// Package npm has the module of the npm package, which pages of gmnc view run.
package npm

import _ "embed"

//go:embed index.js
var Index []byte
