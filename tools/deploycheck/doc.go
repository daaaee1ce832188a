// Package deploycheck holds the files of deploy/ to what would read them: the
// linter and the front end of Docker's builder, the loader of Docker Compose with
// its schema, the types of Kubernetes' API, and kube-score. Nothing is built and
// nothing is started. It is a separate module, so that the program does not
// depend on all this; `make deploycheck` runs it, and `make check` with it.
package deploycheck
