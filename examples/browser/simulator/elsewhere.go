//go:build !js

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "simulator: this is for pages: build it with GOOS=js GOARCH=wasm, as build.sh does")
	os.Exit(2)
}
