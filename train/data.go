package train

import (
	"bytes"
	"path/filepath"

	"gmnc/datasets"
	"gmnc/run"
	"gmnc/runtime"
)

// ReadData reads and describes the data set at a path in all ranks. If each is true, each rank
// reads its own file. Otherwise the first rank reads it and sends the others a copy.
func ReadData(path string, ranks runtime.Ranks, each bool) (*datasets.Data, *run.DataInfo, error) {
	if each || ranks.Size() == 1 {
		data, info, err := readData(path)
		return data, info, ranks.Agree(err)
	}
	if ranks.Rank() > 0 {
		return receiveData(filepath.Base(path), ranks)
	}
	content, err := datasets.Content(path) // read once, so that the first rank sends what it checked
	var data *datasets.Data
	var info *run.DataInfo
	if err == nil {
		data, info, err = readCopy(path, content)
	}
	if err := ranks.Agree(err); err != nil {
		return nil, nil, err
	}
	if _, err := ranks.Share(content); err != nil {
		return nil, nil, err
	}
	return data, info, ranks.Agree(nil)
}

func readData(path string) (*datasets.Data, *run.DataInfo, error) {
	data, err := datasets.Read(path)
	if err != nil {
		return nil, nil, err
	}
	info, err := run.DescribeData(path, data)
	return data, info, err
}

// receiveData reads the file that the first rank sends, under this name.
func receiveData(name string, ranks runtime.Ranks) (*datasets.Data, *run.DataInfo, error) {
	if err := ranks.Agree(nil); err != nil {
		return nil, nil, err
	}
	all, err := ranks.Share(nil)
	if err != nil {
		return nil, nil, err
	}
	data, info, err := readCopy(name, all[0])
	return data, info, ranks.Agree(err)
}

// readCopy reads a data set from the content of its file.
func readCopy(name string, content []byte) (*datasets.Data, *run.DataInfo, error) {
	data, err := datasets.Decode(name, content)
	if err != nil {
		return nil, nil, err
	}
	info, err := run.DescribeContent(name, bytes.NewReader(content), data)
	return data, info, err
}
