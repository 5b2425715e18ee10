package gmnc

import (
	_ "github.com/alecthomas/kong"
	_ "github.com/google/go-cmp/cmp"
	_ "github.com/nlpodyssey/gopickle/pytorch"
	_ "github.com/owulveryck/onnx-go"
	_ "github.com/sbinet/npyio/npz"
	_ "github.com/schollz/progressbar/v3"
	_ "github.com/stretchr/testify/require"
	_ "github.com/yalue/onnxruntime_go"
	_ "golang.org/x/sync/errgroup"
	_ "gonum.org/v1/plot"
	_ "google.golang.org/protobuf/proto"
	_ "gorgonia.org/gorgonia"
)
