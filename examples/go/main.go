// Command go serves an exported model over HTTP with the native runtime: no
// cgo, no library to install.
//
//	go run . model.onnx :8080
//	curl -d @request.json localhost:8080/predict
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"gmnc/artifact"
	"gmnc/predict"
	"gmnc/system"
)

// Limits of a request; larger ones are refused before they are worked on.
const (
	largestBody      = 8 << 20 // bytes
	mostSystems      = 1000    // in a request
	mostParticles    = 500     // in a system
	mostRequests     = 8       // worked on at a time; others wait
	longestRequest   = 30 * time.Second
	longestGoodbye   = 10 * time.Second
	refusedAsTooMany = http.StatusRequestEntityTooLarge
)

// System is one system of particles in JSON, in the units of the data that
// the model was trained on.
type System struct {
	Position [][3]float32 `json:"position"`
	Velocity [][3]float32 `json:"velocity"`
	Charge   []float32    `json:"charge"`
	Sticks   [][2]int     `json:"sticks"` // the two ends
	Hinges   [][3]int     `json:"hinges"` // the joint, then the ends
}

// Prediction is what becomes of it, one interval later.
type Prediction struct {
	Position [][3]float32 `json:"position"`
	Velocity [][3]float32 `json:"velocity"`
}

func (s System) sample() (system.Sample, error) {
	n := len(s.Position)
	if n == 0 || n > mostParticles || len(s.Velocity) != n || len(s.Charge) != n {
		return system.Sample{}, fmt.Errorf("%d positions, %d velocities, %d charges: expected as many of each, 1 to %d", n, len(s.Velocity), len(s.Charge), mostParticles)
	}
	sample := system.Sample{Position: flat(s.Position), Velocity: flat(s.Velocity), Charge: s.Charge}
	for _, stick := range s.Sticks {
		sample.Objects = append(sample.Objects, system.Object{Kind: system.Stick, Members: stick[:]})
	}
	for _, hinge := range s.Hinges {
		sample.Objects = append(sample.Objects, system.Object{Kind: system.Hinge, Members: hinge[:]})
	}
	return sample, nil
}

func flat(vectors [][3]float32) (numbers []float32) {
	for _, v := range vectors {
		numbers = append(numbers, v[:]...)
	}
	return numbers
}

func vectors(numbers []float32) [][3]float32 {
	rows := make([][3]float32, len(numbers)/3)
	for i := range rows {
		rows[i] = [3]float32(numbers[3*i:])
	}
	return rows
}

// service predicts all systems of a request together, on all processors.
type service struct {
	predictor predict.Predictor
	places    chan struct{} // taken by requests that are worked on
}

func newService(model string) (*service, error) {
	loaded, err := artifact.Load(model)
	if err != nil {
		return nil, err
	}
	predictor, _, err := loaded.Open("native")
	if err != nil {
		return nil, err
	}
	return &service{predictor, make(chan struct{}, mostRequests)}, nil
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	select {
	case s.places <- struct{}{}:
		defer func() { <-s.places }()
	case <-r.Context().Done():
		return
	}
	var systems []System
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, largestBody)).Decode(&systems); err != nil {
		status := http.StatusBadRequest
		if _, large := errors.AsType[*http.MaxBytesError](err); large {
			status = refusedAsTooMany
		}
		http.Error(w, err.Error(), status)
		return
	}
	if len(systems) > mostSystems {
		http.Error(w, fmt.Sprintf("%d systems: expected %d or fewer", len(systems), mostSystems), refusedAsTooMany)
		return
	}
	predictions, err := s.predict(systems)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(predictions)
}

func (s *service) predict(systems []System) ([]Prediction, error) {
	samples := make([]system.Sample, len(systems))
	for i := range systems {
		var err error
		if samples[i], err = systems[i].sample(); err != nil {
			return nil, fmt.Errorf("system %d: %w", i, err)
		}
	}
	position, velocity, err := s.predictor.Predict(samples)
	if err != nil {
		return nil, err
	}
	predictions := make([]Prediction, len(systems))
	for i := range systems {
		n := len(samples[i].Position)
		predictions[i] = Prediction{vectors(position[:n]), vectors(velocity[:n])}
		position, velocity = position[n:], velocity[n:]
	}
	return predictions, nil
}

// serve answers until ctx ends, and then what it has begun.
func serve(ctx context.Context, listener net.Listener, s *service) error {
	routes := http.NewServeMux()
	routes.Handle("POST /predict", s)
	server := &http.Server{Handler: routes, ReadTimeout: longestRequest, WriteTimeout: longestRequest}
	ended := make(chan error, 1)
	go func() {
		<-ctx.Done()
		goodbye, cancel := context.WithTimeout(context.Background(), longestGoodbye)
		defer cancel()
		ended <- server.Shutdown(goodbye)
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return errors.Join(<-ended, s.predictor.Close())
}

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: go run . model.onnx address")
	}
	s, err := newService(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	log.Printf("serving %s at %s", os.Args[1], listener.Addr())
	if err := serve(ctx, listener, s); err != nil {
		log.Fatal(err)
	}
}
