package handlers

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"

	"go.yaml.in/yaml/v3"
)

// info tells anyone whose server this is and what registering takes.
func (s *Server) info(w http.ResponseWriter, r *request) error {
	in, err := s.store.Installation(r.Context())
	if err != nil {
		return err
	}
	type identity struct {
		Policy     Policy     `json:"policy"`
		Cards      bool       `json:"cards"`      // photographs of cards are read by verify-id
		MemberKeys bool       `json:"memberKeys"` // a member key is taken in place of a number
		NationalID schemeView `json:"nationalId"`
		VoterID    schemeView `json:"voterId"`
	}
	return respond(w, struct {
		Name          string   `json:"name"`
		Version       string   `json:"version"`
		Organisation  string   `json:"organisation"`
		SetupRequired bool     `json:"setupRequired"`
		SigningKey    []byte   `json:"signingKey"`
		Identity      identity `json:"identity"`
	}{"Ostrakon", s.version, in.Organisation, in.SetupRequired, in.SigningKey,
		identity{s.policy, s.cards != nil, s.policy == PolicyRoll, viewScheme(s.nationalID), viewScheme(s.voterID)}})
}

type statusView struct {
	Status string `json:"status"`
}

// healthz says that the process answers.
func (s *Server) healthz(w http.ResponseWriter, _ *request) error {
	return respond(w, statusView{"ok"})
}

// readyz says that the store can be read.
func (s *Server) readyz(w http.ResponseWriter, r *request) error {
	if err := s.store.Ready(r.Context()); err != nil {
		return &problem{Code: "not_ready", Detail: "The server is starting or stopping.", retryAfter: 1}
	}
	return respond(w, statusView{"ready"})
}

//go:embed openapi.yaml
var openapiSource []byte

// openapiDocument is the API's description in its two forms.
type openapiDocument struct {
	yaml, json []byte
}

// loadOpenAPI makes the JSON form of the document from its YAML.
func loadOpenAPI() (openapiDocument, error) {
	var tree any
	if err := yaml.Unmarshal(openapiSource, &tree); err != nil {
		return openapiDocument{}, fmt.Errorf("openapi.yaml: %w", err)
	}
	raw, err := json.Marshal(tree)
	return openapiDocument{yaml: openapiSource, json: raw}, err
}

// openapiJSON serves the API's description as JSON.
func (s *Server) openapiJSON(w http.ResponseWriter, _ *request) error {
	return respondDocument(w, "application/json", s.openapi.json)
}

// openapiYAML serves the API's description as it was written.
func (s *Server) openapiYAML(w http.ResponseWriter, _ *request) error {
	return respondDocument(w, "application/yaml", s.openapi.yaml)
}

func respondDocument(w http.ResponseWriter, mediaType string, raw []byte) error {
	w.Header().Set("Content-Type", mediaType)
	w.Header().Set("Cache-Control", "no-cache")
	w.Write(raw) // the client may have gone
	return nil
}
