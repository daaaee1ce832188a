// Package environ is the environment of a command: streams, environment variables with
// their origins, interrupts, and the permissions of files that the user did not name.
package environ
