// Package shapeshifter changes the shape of code and keeps what it does: its
// layout (L1), its names (L2), its control flow (L3), and with code that never
// matters (L4). Each level from the second on does what the one before does.
package shapeshifter
