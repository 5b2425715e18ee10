#!/bin/sh
# Makes what steer.html and throw.html load: onnxruntime-web, and gmnc simulate's integrator as WebAssembly.
set -eu
cd "$(dirname "$0")"

npm install --silent --ignore-scripts --no-audit --no-fund
mkdir -p build
GOOS=js GOARCH=wasm go build -ldflags='-s -w' -o build/simulator.wasm ./simulator
cp "$(go env GOROOT)/lib/wasm/wasm_exec.js" build
