// Package shapeshifter changes the form of code and keeps its behaviour: its layout
// (L1), its names (L2), its control flow (L3), and code without effect is added (L4).
// From the second on, each level includes the previous one.
package shapeshifter
