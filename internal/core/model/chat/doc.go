// Package chat implements OpenAI's chat completions API, which most providers and local
// servers share, and maps every ending of it to the model port. Provider packages for
// that API are built on it; it is not a provider itself. For servers that have them it
// adds OpenAI's files and batches.
//
// It reads no OPENAI_* variable: settings come only from Config.
package chat
