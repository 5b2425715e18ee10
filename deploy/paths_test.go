package deploy_test

import (
	"context"
	"io"

	"gmnc/artifact"
	"gmnc/datasets"
	"gmnc/deploy"
	"gmnc/predict"
	"gmnc/run"
)

// exportTo exports the run in a folder to a file.
func exportTo(folder, path string, opset int) (*deploy.Exported, error) {
	return exportWith(folder, path, func(trained *run.Run) (*deploy.Exported, error) {
		return deploy.ExportWith(context.Background(), trained, deploy.Options{Opset: opset})
	})
}

// bakeTo is exportTo of a file for the systems of a data set.
func bakeTo(folder, path string, opset int, data *datasets.Data) (*deploy.Exported, error) {
	return exportWith(folder, path, func(trained *run.Run) (*deploy.Exported, error) {
		return deploy.ExportWith(context.Background(), trained, deploy.Options{Opset: opset, Topology: data})
	})
}

func exportWith(folder, path string, export func(*run.Run) (*deploy.Exported, error)) (*deploy.Exported, error) {
	trained, err := run.Read(run.Folder(folder))
	if err != nil {
		return nil, err
	}
	exported, err := export(trained)
	if err != nil {
		return nil, err
	}
	return exported, exported.Write(path)
}

// open opens a run's folder or a file behind a runtime.
func open(path, runtime string) (predict.Predictor, string, error) {
	model, err := artifact.Load(path)
	if err != nil {
		return nil, "", err
	}
	return model.Open(runtime)
}

func inspect(w io.Writer, path string, graph bool) error {
	model, err := artifact.Load(path)
	if err != nil {
		return err
	}
	return model.Inspect(w, path, graph)
}
