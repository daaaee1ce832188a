package postgres

// url reaches the same server as s.
func (s *Server) url() string {
	if s.opt.URL != "" {
		return s.opt.URL
	}
	return s.private.URL("postgres")
}
