// Package stack starts the runtime of a stack of handlers (a stack.yaml of a suite) as a child process, and calls its
// handlers: one line of JSON in, one line out. The adapter of the stack, a program in its language, answers.
//
// The code is the suite's own, never a model's. The child has an empty environment and limits of memory and time; on
// Linux, where the system allows it, it has no rights of an administrator and no network but the socket through which
// it reaches the database.
package stack
