package report

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"

	"gmnc/packages/npm"
	"gmnc/report/pictures"
)

// RuntimeVersion is the version of onnxruntime-web with which pages run models.
const RuntimeVersion = "1.30.0"

// runtimeFiles are the files of its npm package that a page loads.
var runtimeFiles = []string{"ort.wasm.min.mjs", "ort-wasm-simd-threaded.mjs", "ort-wasm-simd-threaded.wasm"}

// FindRuntime returns the folder into which scripts/fetch-onnxruntime-web.sh puts the runtime's
// files. It is an error if one of them is missing.
func FindRuntime() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("there is no folder for onnxruntime-web: %w", err)
	}
	folder := filepath.Join(cache, "gmnc", "onnxruntime-web", RuntimeVersion)
	for _, name := range runtimeFiles {
		if info, err := os.Stat(filepath.Join(folder, name)); err != nil || !info.Mode().IsRegular() {
			return "", fmt.Errorf("%s of onnxruntime-web %s is not in %s: sh scripts/fetch-onnxruntime-web.sh fetches it (or copy it there from dist/ of the npm package onnxruntime-web)",
				name, RuntimeVersion, folder)
		}
	}
	return folder, nil
}

// Handler serves the page of a live report, the model's file, and the runtime's files from a
// folder.
func (r *Report) Handler(model []byte, runtime string) http.Handler {
	return handler(r, []string{"live.js", "history.js"}, model, runtime, r.Subject)
}

// handler serves a page with everything that it loads: embedded scripts under their file names,
// the npm package, the model's file, the runtime's files, and the history of a run that the
// page follows.
func handler(page interface{ Write(io.Writer) error }, scripts []string, model []byte, runtime string, followed *pictures.Subject) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "+
			"script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self' blob:; "+
			"base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		if err := page.Write(w); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	})
	serve := func(name, kind string, content []byte) {
		mux.HandleFunc("GET /"+name, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.Write(content)
		})
	}
	for _, script := range scripts {
		serve(path.Base(script), "text/javascript", []byte(read(script)))
	}
	if followed != nil {
		mux.HandleFunc("GET /history.json", serveHistory(followed))
	}
	serve("gmnc.js", "text/javascript", npm.Index)
	serve("model.onnx", "application/octet-stream", model)
	for _, name := range runtimeFiles {
		mux.HandleFunc("GET /onnxruntime-web/"+name, func(w http.ResponseWriter, request *http.Request) {
			if filepath.Ext(name) == ".mjs" {
				w.Header().Set("Content-Type", "text/javascript") // which not every system knows
			}
			http.ServeFile(w, request, filepath.Join(runtime, name))
		})
	}
	return guarded(mux)
}

// guarded refuses requests that use a name of this machine other than its address. Otherwise a
// page elsewhere could let its own name point here and read what is served.
func guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		host := request.Host
		if name, _, err := net.SplitHostPort(host); err == nil {
			host = name
		}
		if !strings.EqualFold(strings.TrimSuffix(host, "."), "localhost") && net.ParseIP(strings.Trim(host, "[]")) == nil {
			http.Error(w, "this page is served under an address or as localhost, not as "+host, http.StatusForbidden)
			return
		}
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cache-Control", "no-store")
		next.ServeHTTP(w, request)
	})
}
