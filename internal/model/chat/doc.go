// Package chat speaks the wire shape of OpenAI's chat completions, which most
// providers and local servers share, and maps every ending of it to the model
// port. It is what the provider packages of that shape are made of; it is not a
// provider. For those that have them it adds OpenAI's files and batches.
//
// It reads no OPENAI_* variable: settings come from Config alone.
package chat
