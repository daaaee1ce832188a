// Package judges makes the judges that --judge names, and asks them beside a run.
package judges
