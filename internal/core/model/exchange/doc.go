// Package exchange is the common code of the HTTP providers. It sends one request and
// records it, distinguishes an answer from a failure, and negotiates away the settings
// that a model does not accept. A provider adds the code that builds its requests and
// reads its answers; see [API].
//
// The only repetition here is a request without a setting that the server reported as
// unsupported. Keys are sent in headers, which are never recorded; a key that a server
// repeats in a body is replaced.
package exchange
