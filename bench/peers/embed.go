// Package peers embeds the scripts that measure other runtimes for gmnc bench --peers: the Graph
// Mechanics Network written in PyTorch and in JAX, and exported files in onnxruntime. The file
// peer.py describes the protocol between them and gmnc.
package peers

import "embed"

// Scripts are the Python files, and the packages that they need.
//
//go:embed *.py requirements.txt
var Scripts embed.FS

// Requirements names the file with the packages, one exact version a line.
const Requirements = "requirements.txt"
