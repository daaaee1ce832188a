package session

// NameOf returns the name of the account through which a model is asked.
func (a *Accounts) NameOf(name string) string {
	a.mu.Lock()
	c, ok := a.models[name]
	a.mu.Unlock()
	if !ok {
		return name
	}
	return a.account(c.provider, c.Server).name
}
