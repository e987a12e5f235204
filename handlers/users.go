package handlers

import (
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"ostrakon/handlers/registrar"
	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// userListView is a page of the users, with how many applications wait for a decision.
type userListView struct {
	rest.ListView[userView]
	Pending int `json:"pending"`
}

// searchUsers lists users by name: all, or those of a role or status, those who have applied and
// wait, and those whose name, e-mail address or phone number matches the query.
func (s *Server) searchUsers(w http.ResponseWriter, r *request) error {
	page, query, err := r.Search()
	if err != nil {
		return err
	}
	var faults input.Faults
	filter := store.UserFilter{
		Query: query, Pending: r.Flag("pending", &faults),
		Role:   rest.Choice(r.Request, "role", &faults, store.RoleUser, store.RoleAdmin),
		Status: rest.Choice(r.Request, "status", &faults, store.UserActive, store.UserSuspended),
	}
	if err := faults.Err(); err != nil {
		return err
	}
	l, err := s.store.SearchUsers(r.Context(), filter, page)
	return rest.Respond(w, userListView{rest.ViewList(r.Request, l.List, viewUser), l.Pending}, err)
}

// getUser reads one user.
func (s *Server) getUser(w http.ResponseWriter, r *request) error {
	u, err := s.store.User(r.Context(), r.account)
	return rest.Respond(w, viewUser(u), err)
}

// personFields are the fields that users may set themselves.
type personFields struct {
	FullName    rest.Optional[string] `json:"fullName"`
	Email       rest.Optional[string] `json:"email"`
	Phone       rest.Optional[string] `json:"phone"`
	DateOfBirth rest.Optional[string] `json:"dateOfBirth"`
}

func (p personFields) change(faults *input.Faults) store.UserChange {
	return store.UserChange{
		FullName: p.FullName.Required("fullName", faults), Email: p.Email.Required("email", faults),
		Phone: p.Phone.Clearable(), DateOfBirth: p.DateOfBirth.Clearable(),
	}
}

// updateUser changes a user as an administrator.
func (s *Server) updateUser(w http.ResponseWriter, r *request) error {
	var in struct {
		personFields
		Role     rest.Optional[store.Role]       `json:"role"`
		Status   rest.Optional[store.UserStatus] `json:"status"`
		Password rest.Optional[string]           `json:"password"`
	}
	err := r.DecodeChange(w, rest.MaxJSON, &in, func() (any, error) {
		u, err := s.store.User(r.Context(), r.account)
		return viewUser(u), err
	})
	if err != nil {
		return err
	}
	var faults input.Faults
	c := in.change(&faults)
	c.Role, c.Status = in.Role.Required("role", &faults), in.Status.Required("status", &faults)
	in.Password.Required("password", &faults)
	if err := faults.Err(); err != nil {
		return err
	}
	if in.Password.Set {
		u, err := s.store.User(r.Context(), r.account)
		if err != nil {
			return err
		}
		hash, err := s.newPassword(r.Context(), "password", in.Password.Value, u.Email, u.FullName)
		if err != nil {
			return err
		}
		c.PasswordHash = &hash
	}
	a, err := s.store.UpdateUser(r.Context(), r.by(), r.account, c)
	return rest.Respond(w, viewUser(a.User), err)
}

// decision reads whether somebody is admitted or refused, and the reason.
func (r *request) decision(w http.ResponseWriter) (admit bool, reason string, err error) {
	var in struct {
		Decision string `json:"decision"`
		Reason   string `json:"reason"`
	}
	if err := r.Decode(w, &in); err != nil {
		return false, "", err
	}
	if in.Decision != "admit" && in.Decision != "refuse" {
		return false, "", refusal.Invalid("decision", refusal.NotChoice,
			refusal.Facts{"choices": []string{"admit", "refuse"}})
	}
	return in.Decision == "admit", in.Reason, nil
}

// decideAdmission admits a person by hand, or refuses them, even after an admission.
func (s *Server) decideAdmission(w http.ResponseWriter, r *request) error {
	admit, reason, err := r.decision(w)
	if err != nil {
		return err
	}
	u, err := s.store.DecideAdmission(r.Context(), r.by(), r.account, admit, reason)
	return rest.Respond(w, viewUser(u), err)
}

// removeUserPhoto removes a user's photo.
func (s *Server) removeUserPhoto(w http.ResponseWriter, r *request) error {
	return rest.RespondDeleted(w, s.store.RemoveUserPhoto(r.Context(), r.by(), r.account))
}

// listAudit lists what was done, newest first: all, or by what, to what and by whom. It says where the
// whole list ends, too.
func (s *Server) listAudit(w http.ResponseWriter, r *request) error {
	page, err := r.Page("-seq", "seq")
	if err != nil {
		return err
	}
	var faults input.Faults
	filter := auditFilter(r, &faults)
	if err := faults.Err(); err != nil {
		return err
	}
	l, err := s.store.AuditList(r.Context(), filter, page)
	if err != nil {
		return err
	}
	head, err := s.store.AuditHead(r.Context())
	return rest.Respond(w, struct {
		rest.ListView[audit.Record]
		Head audit.Head `json:"head"`
	}{rest.ViewList(r.Request, l, func(e audit.Record) audit.Record { return e }), head}, err)
}

// auditFilter reads which entries of the audit list are asked for.
func auditFilter(r *request, faults *input.Faults) audit.Filter {
	q := r.URL.Query()
	kind := rest.Choice(r.Request, "kind", faults, "election", "candidate", "nomination", "hands", "user", "roll",
		"installation")
	return audit.Filter{Kind: kind, Subject: q.Get("subject"), Actor: q.Get("actor")}
}

// exportAudit answers with the audit list, or a part of it, as CSV, the oldest line first. The list notes it.
func (s *Server) exportAudit(w http.ResponseWriter, r *request) error {
	var faults input.Faults
	filter := auditFilter(r, &faults)
	if err := faults.Err(); err != nil {
		return err
	}
	heads := [][]string{{"number", "at", "actor_kind", "actor_id", "actor", "action", "subject_kind", "subject_id",
		"subject", "detail", "hash"}}
	return stream(w, func(out io.Writer) error {
		return s.store.ExportAudit(r.Context(), r.by(), filter, func(lines []store.NamedAudit) error {
			rows, err := auditRows(lines)
			if err != nil {
				return err
			}
			if heads != nil {
				fileHeader(w, "audit-log.csv", "text/csv; charset=utf-8")
				rows, heads = append(heads, rows...), nil
			}
			return registrar.WriteTable(out, rows)
		})
	})
}

// auditRows are lines of the audit list as rows of a table.
func auditRows(lines []store.NamedAudit) ([][]string, error) {
	var rows [][]string
	for _, e := range lines {
		detail := ""
		if len(e.Detail) > 0 {
			written, err := json.Marshal(e.Detail)
			if err != nil {
				return nil, err
			}
			detail = string(written)
		}
		rows = append(rows, []string{
			strconv.FormatUint(e.Seq, 10), e.At.Format(time.RFC3339Nano), string(e.Actor.Kind), e.Actor.ID, e.ActorName,
			e.Action, e.Subject.Kind, e.Subject.ID, e.SubjectName, detail, e.Hash,
		})
	}
	return rows, nil
}

// getProfile reads the voter's own record.
func (s *Server) getProfile(w http.ResponseWriter, r *request) error {
	return rest.Respond(w, viewUser(r.user), nil)
}

// updateProfile changes the voter's own record. A new e-mail address needs the password, if there is
// one, because people sign in with it.
func (s *Server) updateProfile(w http.ResponseWriter, r *request) error {
	var in struct {
		personFields
		CurrentPassword string `json:"currentPassword"`
	}
	if err := r.DecodeChange(w, rest.MaxJSON, &in, func() (any, error) { return viewUser(r.user), nil }); err != nil {
		return err
	}
	var faults input.Faults
	c := in.change(&faults)
	if err := faults.Err(); err != nil {
		return err
	}
	if c.Email != nil && *c.Email != r.user.Email && r.user.HasPassword {
		if err := s.confirm(r, "currentPassword", in.CurrentPassword); err != nil {
			return err
		}
	}
	a, err := s.store.UpdateUser(r.Context(), r.by(), r.user.ID, c)
	return rest.Respond(w, viewUser(a.User), err)
}

// uploadProfilePhoto gives the voter a photo.
func (s *Server) uploadProfilePhoto(w http.ResponseWriter, r *request) error {
	image, err := s.readPhoto(w, r)
	if err != nil {
		return err
	}
	u, err := s.store.SetUserPhoto(r.Context(), r.user.ID, image)
	return rest.Respond(w, viewUser(u), err)
}

// removeProfilePhoto removes the voter's own photo.
func (s *Server) removeProfilePhoto(w http.ResponseWriter, r *request) error {
	return rest.RespondDeleted(w, s.store.RemoveUserPhoto(r.Context(), r.by(), r.user.ID))
}

// getProfilePhoto serves a profile photo to anyone who knows its name, which cannot be guessed.
func (s *Server) getProfilePhoto(w http.ResponseWriter, r *request) error {
	name, ok := strings.CutSuffix(r.Params.ByName("filename"), photoSuffix)
	if !ok {
		return refusal.Missing("photo")
	}
	id, err := store.ParseID[store.PhotoID](name)
	if err != nil {
		return err
	}
	p, data, err := s.store.UserPhoto(r.Context(), id)
	return respondPhoto(w, r, p, data, "public, max-age=86400", err)
}
