package command

// User is another user of this machine, as whom programs run. Its processes are ended as a whole ([User.End]), so
// it exists for these programs only.
type User struct {
	Name     string
	Home     string // home directory
	UID, GID uint32 // never root's
}
