// Package exchange is what the providers that speak HTTP have in common. It puts
// one request on the wire and records it, tells an answer from a failure, and
// negotiates the settings that a model does not take. A provider adds how its
// requests are built and its answers are read; see [API].
//
// Nothing is tried twice here but a request without a setting that the server
// said it does not support. Keys travel in headers, which are never recorded;
// where a server repeats one in a body it is replaced.
package exchange
