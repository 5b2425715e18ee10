// Command gmnc simulates constrained particle systems, trains models of
// their dynamics and exports them as ONNX files.
package main

import (
	"context"
	"os"

	"gmnc/cmd/commandline"
	_ "gmnc/internal/addressspace" // before Go begins
)

func main() {
	os.Exit(commandline.Run(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
}
