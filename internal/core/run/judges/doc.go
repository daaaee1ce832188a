// Package judges makes the judges that --judge names, and asks them while a run asks trials.
package judges
