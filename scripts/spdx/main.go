// Command spdx lists what is inside a binary of gmnc, its modules and the
// library that its pages carry, as an SPDX 2.3 document.
//
//	go run ./scripts/spdx BINARY NAME
package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
)

type document struct {
	Version       string         `json:"spdxVersion"`
	License       string         `json:"dataLicense"`
	ID            string         `json:"SPDXID"`
	Name          string         `json:"name"`
	Namespace     string         `json:"documentNamespace"`
	Creation      creation       `json:"creationInfo"`
	Packages      []spdxPackage  `json:"packages"`
	Relationships []relationship `json:"relationships"`
}

type creation struct {
	Created  string   `json:"created"`
	Creators []string `json:"creators"`
}

type spdxPackage struct {
	ID        string     `json:"SPDXID"`
	Name      string     `json:"name"`
	Version   string     `json:"versionInfo"`
	Location  string     `json:"downloadLocation"`
	Declared  string     `json:"licenseDeclared"`
	Concluded string     `json:"licenseConcluded"`
	Copyright string     `json:"copyrightText"`
	Checksums []checksum `json:"checksums,omitempty"`
	Comment   string     `json:"comment,omitempty"`
}

type checksum struct {
	Algorithm string `json:"algorithm"`
	Value     string `json:"checksumValue"`
}

type relationship struct {
	From string `json:"spdxElementId"`
	Kind string `json:"relationshipType"`
	To   string `json:"relatedSpdxElement"`
}

// unknown is SPDX's word for what nobody has looked up.
const unknown = "NOASSERTION"

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: go run ./scripts/spdx BINARY NAME")
		os.Exit(2)
	}
	if err := list(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "spdx:", err)
		os.Exit(1)
	}
}

func list(path, name string) error {
	binary, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return err
	}
	digest := fmt.Sprintf("%x", sha256.Sum256(binary))
	d := document{
		Version: "SPDX-2.3", License: "CC0-1.0", ID: "SPDXRef-DOCUMENT", Name: filepath.Base(path),
		Namespace: "https://spdx.org/spdxdocs/" + filepath.Base(path) + "-" + digest,
		Creation:  creation{created(), []string{"Tool: gmnc-scripts-spdx"}},
	}
	d.add(spdxPackage{
		ID: "SPDXRef-gmnc", Name: "gmnc", Version: strings.TrimPrefix(name, "gmnc-"), Location: unknown,
		Declared: "Apache-2.0", Concluded: "Apache-2.0", Copyright: unknown, Checksums: []checksum{{"SHA256", digest}},
	}, d.ID, "DESCRIBES")
	d.add(spdxPackage{
		ID: "SPDXRef-Go", Name: "Go standard library", Version: info.GoVersion, Location: "https://go.dev/dl/",
		Declared: "BSD-3-Clause", Concluded: "BSD-3-Clause", Copyright: unknown,
	}, "SPDXRef-gmnc", "CONTAINS")
	d.add(spdxPackage{
		ID: "SPDXRef-three.js", Name: "three.js", Version: "0.187.0", Location: unknown,
		Declared: "MIT", Concluded: "MIT", Copyright: "Copyright 2010-2026 three.js authors",
		Comment: "report/three: bundled from the npm package three",
	}, "SPDXRef-gmnc", "CONTAINS")
	d.add(spdxPackage{
		ID: "SPDXRef-uPlot", Name: "uPlot", Version: "1.6.32", Location: unknown,
		Declared: "MIT", Concluded: "MIT", Copyright: "Copyright (c) 2022 Leon Sorokin",
		Comment: "report/uplot: from the npm package uplot",
	}, "SPDXRef-gmnc", "CONTAINS")
	for _, module := range info.Deps {
		if module.Replace != nil {
			module = module.Replace
		}
		p, err := describe(module)
		if err != nil {
			return err
		}
		d.add(p, "SPDXRef-gmnc", "CONTAINS")
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", " ")
	return encoder.Encode(d)
}

func (d *document) add(p spdxPackage, from, kind string) {
	d.Packages = append(d.Packages, p)
	d.Relationships = append(d.Relationships, relationship{from, kind, p.ID})
}

var notOfAnID = regexp.MustCompile(`[^a-zA-Z0-9.-]+`)

// describe is a module at its version. Its go.sum hash is of a list of its
// files and no checksum of SPDX's, so it is a comment.
func describe(module *debug.Module) (spdxPackage, error) {
	if hash, found := strings.CutPrefix(module.Sum, "h1:"); found {
		if _, err := base64.StdEncoding.DecodeString(hash); err != nil {
			return spdxPackage{}, fmt.Errorf("%s: %w", module.Path, err)
		}
	}
	return spdxPackage{
		ID:   "SPDXRef-" + notOfAnID.ReplaceAllString(module.Path+"-"+module.Version, "-"),
		Name: module.Path, Version: module.Version, Location: "https://pkg.go.dev/" + module.Path + "@" + module.Version,
		Declared: unknown, Concluded: unknown, Copyright: unknown, Comment: "go.sum: " + module.Sum,
	}, nil
}

// created is the commit's time, so that the same commit gives the same bytes.
func created() string {
	seconds, _ := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	return time.Unix(seconds, 0).UTC().Format(time.RFC3339)
}
