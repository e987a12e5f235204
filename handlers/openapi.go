package handlers

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"ostrakon/convert/remark"
	"ostrakon/store/refusal"
)

// openapiSource is what is written of the API's description by hand. What follows from the routes
// and from the catalogue of refusals is filled in when somebody first asks for it: who may call an
// operation, how it can fail, and the lists of all codes.
//
//go:embed openapi.yaml
var openapiSource []byte

// openapiDocument is the API's description in its two forms.
type openapiDocument struct {
	yaml, json document
}

// loadOpenAPI completes the description. That takes more memory than all else that a server does at its start.
func loadOpenAPI() (openapiDocument, error) {
	asYAML, asJSON, err := completeOpenAPI()
	if err != nil {
		return openapiDocument{}, fmt.Errorf("openapi.yaml: %w", err)
	}
	var d openapiDocument
	if d.yaml, err = newDocument("application/yaml", asYAML); err == nil {
		d.json, err = newDocument("application/json", asJSON)
	}
	return d, err
}

// completeOpenAPI is the whole description as YAML and as JSON.
func completeOpenAPI() (asYAML, asJSON []byte, err error) {
	var file yaml.Node
	if err := yaml.Unmarshal(openapiSource, &file); err != nil {
		return nil, nil, err
	}
	api := newDescribedAPI(described{file.Content[0]})
	for _, rt := range routes() {
		api.completeOperation(rt)
	}
	api.listCodes()
	if api.err != nil {
		return nil, nil, api.err
	}
	var out bytes.Buffer
	e := yaml.NewEncoder(&out)
	e.SetIndent(2)
	if err := e.Encode(&file); err != nil {
		return nil, nil, err
	}
	var tree any
	if err := file.Decode(&tree); err != nil {
		return nil, nil, err
	}
	asJSON, err = json.Marshal(tree)
	return out.Bytes(), asJSON, err
}

// described is an object of the description.
type described struct{ *yaml.Node }

// at is the member at the end of a path of names; its Node is nil if there is none.
func (d described) at(names ...string) described {
	for _, name := range names {
		var found *yaml.Node
		for i := 0; d.Node != nil && i+1 < len(d.Content); i += 2 {
			if d.Content[i].Value == name {
				found = d.Content[i+1]
			}
		}
		d.Node = found
	}
	return d
}

// set gives the object a member.
func (d described) set(name string, value any) error {
	var node yaml.Node
	if err := node.Encode(value); err != nil {
		return err
	}
	for _, member := range node.Content { // a member a line
		member.Style |= yaml.FlowStyle
	}
	d.Content = append(d.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: name}, &node)
	return nil
}

// members are the objects within the object by their names.
func (d described) members(each func(name string, member described)) {
	for i := 0; d.Node != nil && i+1 < len(d.Content); i += 2 {
		each(d.Content[i].Value, described{d.Content[i+1]})
	}
}

// describedAPI is the description while it is completed.
type describedAPI struct {
	root     described
	err      error                         // the first
	problems []*refusal.Problem            // of the catalogue, in its order
	own      map[string][]*refusal.Problem // those that the catalogue names for an operation
}

func newDescribedAPI(root described) *describedAPI {
	a := &describedAPI{root: root, problems: refusal.Problems(), own: make(map[string][]*refusal.Problem)}
	for _, p := range a.problems {
		for _, operation := range p.Operations() {
			a.own[operation] = append(a.own[operation], p)
		}
	}
	return a
}

func (a *describedAPI) set(in described, name string, value any) {
	if err := in.set(name, value); a.err == nil {
		a.err = err
	}
}

// obj is a JSON object.
type obj = map[string]any

func refTo(kind, name string) obj { return obj{"$ref": "#/components/" + kind + "/" + name} }

// completeOperation states who may call an operation, and how it can fail.
func (a *describedAPI) completeOperation(rt route) {
	path, query := rt.split()
	op := a.root.at("paths", templated(path), strings.ToLower(rt.method))
	if op.Node == nil {
		if a.err == nil {
			a.err = fmt.Errorf("%s %s is not described", rt.method, path)
		}
		return
	}
	a.set(op, "security", securityOf(rt.access))
	a.describeVersions(op, rt)
	general := a.generalProblems(op, rt.access, strings.Contains(path, ":"), len(query) > 0)
	own := a.own[op.at("operationId").Value]
	a.set(op.at("responses"), "default", problemResponse(own, a.shared(general, own)))
}

// shared returns the general problems of an operation that are not its own, in the order of the catalogue.
func (a *describedAPI) shared(general, own []*refusal.Problem) (shared []*refusal.Problem) {
	for _, p := range a.problems {
		if slices.Contains(general, p) && !slices.Contains(own, p) {
			shared = append(shared, p)
		}
	}
	return shared
}

// templated is the path of a route as OpenAPI writes it: /users/{userId} for /users/:userId.
func templated(path string) string {
	steps := strings.Split(path, "/")
	for i, s := range steps {
		if name, ok := strings.CutPrefix(s, ":"); ok {
			steps[i] = "{" + name + "}"
		}
	}
	return strings.Join(steps, "/")
}

func securityOf(need access) []obj {
	roles := []string{}
	switch need {
	case public:
		return []obj{}
	case user:
		roles = append(roles, "USER")
	case admin:
		roles = append(roles, "ADMIN")
	}
	return []obj{{"bearerAuth": roles}}
}

// problemResponse describes the problems that an operation answers: its own, and those that many share.
func problemResponse(own, shared []*refusal.Problem) obj {
	codes := make(map[string][]string) // by status
	description := "A problem."
	add := func(p *refusal.Problem, lead, end string) {
		status := strconv.Itoa(p.Status())
		codes[status] = append(codes[status], p.Code())
		description += lead + status + " `" + p.Code() + "`" + end
	}
	for _, p := range own {
		add(p, "\n- ", ": "+p.Title())
	}
	lead := "\n- Of many operations: "
	for _, p := range shared {
		add(p, lead, "")
		lead = ", "
	}
	return obj{
		"description": description + ".", "x-codes": codes,
		"content": obj{"application/problem+json": obj{"schema": refTo("schemas", "Problem")}},
	}
}

// generalProblems are those that follow from who may call an operation, whether its path names a
// record, whether it takes parameters, and what body it takes.
func (a *describedAPI) generalProblems(op described, need access, named, parameters bool) []*refusal.Problem {
	general := []*refusal.Problem{refusal.QueryMalformed, refusal.Internal, refusal.Busy, refusal.StorageFull,
		refusal.StorageFailed}
	if need != public {
		general = append(general, refusal.TokenMissing, refusal.TokenInvalid, refusal.TokenExpired)
	}
	if need == user || need == admin {
		general = append(general, refusal.RoleRequired)
	}
	if named {
		general = append(general, refusal.NotFound)
	}
	if parameters {
		general = append(general, refusal.ValidationFailed)
	}
	a.bodyOf(op).at("content").members(func(mediaType string, _ described) {
		general = append(general, refusal.BodyTooLarge)
		switch mediaType {
		case "application/json":
			general = append(general, refusal.MalformedJSON, refusal.ValidationFailed)
		case "multipart/form-data":
			general = append(general, refusal.InvalidMultipart)
		}
	})
	return general
}

// bodyOf is the body that an operation takes; its Node is nil if it takes none.
func (a *describedAPI) bodyOf(op described) described {
	body := op.at("requestBody")
	if ref := body.at("$ref"); ref.Node != nil {
		return a.root.at(strings.Split(strings.TrimPrefix(ref.Value, "#/"), "/")...)
	}
	return body
}

// listCodes describes every code: of problems in x-problems, of fields in x-faults.
func (a *describedAPI) listCodes() {
	var problemCodes, fieldCodes []string
	problems, faults := make(obj), make(obj)
	for _, p := range a.problems {
		problemCodes = append(problemCodes, p.Code())
		if p.OfField() {
			fieldCodes = append(fieldCodes, p.Code())
		}
		problems[p.Code()] = entryOf(factsOf(p), obj{"status": p.Status(), "title": p.Title(), "message": p.Text()})
	}
	for _, k := range remark.OptionFaults() {
		faults[k.Code()] = entryOf(k.Facts(), obj{"message": k.Text()})
	}
	for _, f := range refusal.Faults() {
		faults[f.Code()] = entryOf(f.FactNames(), obj{"message": f.Text()})
	}
	for code := range faults {
		fieldCodes = append(fieldCodes, code)
	}
	slices.Sort(problemCodes)
	slices.Sort(fieldCodes)
	schemas := a.root.at("components", "schemas")
	a.set(schemas, "ProblemCode", obj{"type": "string", "enum": problemCodes,
		"description": "The stable code of a problem, a key of `x-problems`. " + moreCodes})
	a.set(schemas, "FieldCode", obj{"type": "string", "enum": fieldCodes,
		"description": "The stable code of what is wrong with a field: a key of `x-faults`, or the code of the problem " +
			"where that is about one field. " + moreCodes})
	var statusCodes []string
	for _, n := range alerts() {
		statusCodes = append(statusCodes, n.code)
	}
	a.set(schemas, "StatusCode", obj{"type": "string", "enum": statusCodes,
		"description": "The stable code of a notice. Codes may be added: show the title of one that you do not know."})
	a.set(a.root, "x-problems", problems)
	a.set(a.root, "x-faults", faults)
}

const moreCodes = "Codes may be added: treat one that you do not know by the status of the answer."

// factsOf are the names of the facts that may come with a problem. What is wrong with a file
// is said by Package remark, with facts of its own.
func factsOf(p *refusal.Problem) []string {
	names := p.FactNames()
	if p == refusal.FileUnreadable {
		for _, k := range remark.Refusals() {
			names = append(names, k.Facts()...)
		}
		slices.Sort(names)
	}
	return slices.Compact(names)
}

func entryOf(facts []string, entry obj) obj {
	if len(facts) > 0 {
		entry["params"] = facts
	}
	return entry
}

// openapiJSON serves the API's description as JSON.
func (s *Server) openapiJSON(w http.ResponseWriter, r *request) error {
	d, err := s.openapi()
	if err != nil {
		return err
	}
	return respondDocument(w, r, d.json)
}

// openapiYAML serves the API's description as YAML.
func (s *Server) openapiYAML(w http.ResponseWriter, r *request) error {
	d, err := s.openapi()
	if err != nil {
		return err
	}
	return respondDocument(w, r, d.yaml)
}
