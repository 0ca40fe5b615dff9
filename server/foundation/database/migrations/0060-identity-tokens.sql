-- By which the provider of sign-in knows the session that ends (docs/decisions/0048-sign-in.md); sealed, and bound to its session.
alter table account_session add column id_token text;
