module ostrakon

go 1.26.0

// Four of these get no releases any more. imaging (2020), stl (2022) and httprouter (2019) have no maintainer: this
// program must use them. qr (2018) is finished.
require (
	github.com/VictoriaMetrics/metrics v1.44.0 // figures in the text format of Prometheus
	github.com/coreos/go-oidc/v3 v3.21.0 // signs people in with the provider of their organisation: OpenID Connect
	github.com/disintegration/imaging v1.6.2 // resizes and turns photos
	github.com/evanw/esbuild v0.28.2 // joins the modules of a page
	github.com/getkin/kin-openapi v0.153.0 // tests: answers against the API document
	github.com/golang-jwt/jwt/v5 v5.3.1 // session tokens
	github.com/hschendel/stl v1.0.4 // reads STL for the method meshlib
	github.com/julienschmidt/httprouter v1.3.0 // routes, with 405 and OPTIONS
	github.com/qmuntal/gltf v0.29.0 // writes the JSON of glTF, and the files of meshlib
	github.com/rogpeppe/go-internal v1.16.0 // tests: scripts of commands
	github.com/wneessen/go-mail v0.8.1 // sends e-mail: SMTP with TLS and authentication
	github.com/xuri/excelize/v2 v2.11.1 // reads XLSX: the electoral roll
	go.etcd.io/bbolt v1.5.0 // the database: one file, transactions, fsync
	go.yaml.in/yaml/v3 v3.0.6 // makes the JSON of the API document from its YAML
	golang.org/x/crypto v0.58.0 // argon2id; certificates by ACME
	golang.org/x/image v0.47.0 // reads WebP photos of cards
	golang.org/x/mod v0.42.0 // Merkle trees and signed notes of the log, as in the Go checksum database
	golang.org/x/oauth2 v0.36.0 // the code flow with PKCE, of OpenID Connect
	golang.org/x/sync v0.24.0 // shares out memory among conversions, first come, first served
	golang.org/x/sys v0.49.0 // Linux: Landlock and filters of system calls for child processes
	golang.org/x/term v0.47.0 // asks for a password without showing it
	golang.org/x/text v0.43.0 // Unicode normal forms, for names and search
	golang.org/x/time v0.16.0 // token buckets
	pgregory.net/rapid v1.3.0 // tests: random histories
	rsc.io/qr v0.2.0 // QR codes of key sheets and addresses, in the terminal
)

require (
	github.com/go-jose/go-jose/v4 v4.1.4 // indirect
	github.com/go-openapi/jsonpointer v0.22.5 // indirect
	github.com/go-openapi/swag/jsonname v0.25.5 // indirect
	github.com/gorilla/mux v1.8.0 // indirect
	github.com/richardlehane/mscfb v1.0.9 // indirect
	github.com/richardlehane/msoleps v1.0.6 // indirect
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3 // indirect
	github.com/tiendc/go-deepcopy v1.7.2 // indirect
	github.com/valyala/fastrand v1.1.0 // indirect
	github.com/valyala/histogram v1.2.0 // indirect
	github.com/xuri/efp v0.0.3-0.20260924042702-217b81952dec // indirect
	github.com/xuri/nfp v0.0.2-0.20250530014748-2ddeb826f9a9 // indirect
	go.yaml.in/yaml/v4 v4.0.0 // indirect
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/tools v0.51.0 // indirect
)
