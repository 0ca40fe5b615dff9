-- Buyers who sign in, and the orders that are theirs (docs/decisions/0048-sign-in.md).

create table account (
  id uuid primary key default gen_random_uuid(),
  -- Who it is for the provider; an address never is an identity.
  issuer text not null,
  subject text not null,
  first_name text not null,
  last_name text not null,
  email text,
  is_email_verified boolean not null,
  -- What the shop is to remember: billing and answers; null until something is saved.
  profile jsonb,
  created_at timestamptz not null,
  signed_in_at timestamptz not null,
  unique (issuer, subject),
  check (email is not null or not is_email_verified)
);

-- Visits that are somebody's, until they end.
create table account_session (
  -- A digest of the session, so that nobody who reads the database can take its place.
  session text primary key,
  account_id uuid not null references account on delete cascade,
  -- The session at the provider, by which it can be ended from there.
  provider_session text,
  signed_in_at timestamptz not null,
  -- No session is good for longer than this, in use or not.
  ends_at timestamptz not null check (ends_at > signed_in_at)
);
create index account_session_of_account on account_session (account_id);
create index account_session_to_end on account_session (ends_at);

-- Whose order it is; null: of whoever knows its id.
alter table reservation add column account_id uuid references account on delete set null;
create index reservation_of_account on reservation (account_id, created_at) where account_id is not null;
