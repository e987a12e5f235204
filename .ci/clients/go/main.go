// Command client drives an election from set-up to the bundle with the client that oapi-codegen
// makes from the API document.
//
//	client URL SETUP-TOKEN BUNDLE
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"reflect"

	"client/api"
)

const password = "a shard for every vote"

func main() {
	if err := run(context.Background(), os.Args[1], os.Args[2], os.Args[3]); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, url, setupToken, bundle string) error {
	c, err := api.NewClientWithResponses(url)
	if err != nil {
		return err
	}
	organisation := "Reed Bed Society"
	session, err := c.SetUpWithResponse(ctx, api.SetUpRequest{
		SetupToken: setupToken, Organisation: &organisation, Email: "olu@example.org", FullName: "Olu Office",
		Password: password,
	})
	if err != nil || session.JSON200 == nil {
		return failed("set up", session, err)
	}
	admin := bearer(session.JSON200.Token)
	made, err := c.CreateElectionWithResponse(ctx, api.CreateElectionRequest{Title: "Board"}, admin)
	if err != nil || made.JSON200 == nil {
		return failed("create an election", made, err)
	}
	election := made.JSON200.Id
	var candidates []api.Id
	for _, name := range []string{"Noor Haddad", "Tomas Lind"} {
		added, err := c.AddCandidateWithResponse(ctx, election, api.AddCandidateRequest{Name: name}, admin)
		if err != nil || added.JSON200 == nil {
			return failed("add a candidate", added, err)
		}
		candidates = append(candidates, added.JSON200.Id)
	}
	if err := setStatus(ctx, c, election, api.ElectionStatusACTIVE, admin); err != nil {
		return err
	}
	for n, choice := range []int{0, 1, 0} {
		if err := vote(ctx, c, n, election, candidates[choice]); err != nil {
			return err
		}
	}
	if err := setStatus(ctx, c, election, api.ElectionStatusCOMPLETED, admin); err != nil {
		return err
	}
	if counted, err := c.CalculateResultsWithResponse(ctx, election, admin); err != nil || counted.JSON200 == nil {
		return failed("count", counted, err)
	}
	results, err := c.GetResultsWithResponse(ctx, election, admin)
	if err != nil || results.JSON200 == nil {
		return failed("read the results", results, err)
	}
	if q := results.JSON200.Questions[0]; q.Options[0].Id != candidates[0] || q.Outcome.Elected[0] != 1 ||
		q.Outcome.Votes[0] != 2 {
		return fmt.Errorf("the question is %+v, want %s elected with 2 votes", q, candidates[0])
	}
	got, err := c.GetBundleWithResponse(ctx, election, nil)
	if err != nil || got.StatusCode() != http.StatusOK {
		return failed("fetch the bundle", got, err)
	}
	return os.WriteFile(bundle, got.Body, 0o600)
}

// vote registers a voter, told apart by n, and casts their ballot.
func vote(ctx context.Context, c *api.ClientWithResponses, n int, election, candidate api.Id) error {
	email, number := api.Email(fmt.Sprintf("voter%d@example.org", n)), fmt.Sprintf("RB%06d", n)
	registered, err := c.RegisterWithResponse(ctx, api.RegisterRequest{
		Email: email, FullName: fmt.Sprintf("Voter %c", 'A'+n), Password: password, NationalId: &number,
	})
	if err != nil || registered.JSON200 == nil {
		return failed("register", registered, err)
	}
	session, err := c.LoginWithResponse(ctx, api.LoginRequest{Email: email, Password: password})
	if err != nil || session.JSON200 == nil {
		return failed("sign in", session, err)
	}
	voter := bearer(session.JSON200.Token)
	receipt, err := c.CastVoteWithResponse(ctx, election, api.VoteRequest{CandidateId: &candidate}, voter)
	if err != nil || receipt.JSON200 == nil {
		return failed("vote", receipt, err)
	}
	again, err := c.CastVoteWithResponse(ctx, election, api.VoteRequest{CandidateId: &candidate}, voter)
	if err != nil || again.ApplicationproblemJSONDefault == nil ||
		again.ApplicationproblemJSONDefault.Code != api.ProblemCodeAlreadyVoted {
		return failed("be refused a second vote", again, err)
	}
	return nil
}

func setStatus(ctx context.Context, c *api.ClientWithResponses, election api.Id, to api.ElectionStatus,
	admin api.RequestEditorFn) error {
	moved, err := c.SetElectionStatusWithResponse(ctx, election, nil, api.SetStatusRequest{Status: to}, admin)
	if err != nil || moved.JSON200 == nil {
		return failed("set the status", moved, err)
	}
	return nil
}

func bearer(token string) api.RequestEditorFn {
	return func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+token)
		return nil
	}
}

// failed says what the server answered instead.
func failed(what string, answer interface{ Status() string }, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return fmt.Errorf("%s: %s: %s", what, answer.Status(), reflect.ValueOf(answer).Elem().FieldByName("Body"))
}
