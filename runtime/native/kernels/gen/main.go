// The generator of package kernels' assembly. It is a module of its own, so
// that nobody but those who change the kernels needs its dependencies.
//
//	go run . -dir ..
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
)

func main() {
	dir := flag.String("dir", "..", "folder to write kernels_amd64.s and kernels_amd64.go to")
	flag.Parse()
	if err := write(*dir); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// write generates every kernel for both levels.
func write(dir string) error {
	context := build.NewContext()
	data := newTables(context)
	for _, level := range []*isa{
		{Context: context, tables: data, suffix: "AVX512", lanes: 16, tile: 4},
		{Context: context, tables: data, suffix: "AVX2", lanes: 8, tile: 2},
	} {
		level.matmul()
		level.elementwise()
		level.log()
		level.adam()
		level.selections()
		level.broadcasts()
		level.sums()
		level.moves()
		level.chosen()
		level.transpose()
		level.edges()
		level.groups()
		level.bilinear()
		level.rowProgram()
		level.threes()
		level.fours()
		level.norm()
		level.batched()
		level.blocks()
		level.outer()
		level.combine()
		level.peak()
	}
	data.emit()
	file, err := context.Result()
	if err != nil {
		return err
	}
	if err := pass.Compile.Execute(file); err != nil {
		return err
	}
	config := printer.Config{Name: "runtime/native/kernels/gen", Pkg: "kernels"}
	for name, p := range map[string]printer.Printer{
		"kernels_amd64.s":  printer.NewGoAsm(config),
		"kernels_amd64.go": printer.NewStubs(config),
	} {
		text, err := p.Print(file)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
