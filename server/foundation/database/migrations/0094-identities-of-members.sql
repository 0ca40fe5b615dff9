-- By which provider of sign-in (OpenID Connect) a member is recognised: what it calls them, bound at an invitation or at
-- their own account. Nothing else shows that two sign-ins are by one person.
create table member_identity (
  id integer generated always as identity primary key,
  member_id integer not null references member on delete cascade,
  issuer text not null,
  subject text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  unique (issuer, subject)
);
create index member_identity_member on member_identity (member_id);
