-- Members: the people who work at the desk (decision 90). What they may is stated by roles; each is of the whole shop,
-- of an organisation, or of one event.

create table member (
  id integer generated always as identity primary key,
  email text not null check (email = lower(email) and email <> ''),
  name text not null,
  language text not null,
  -- Argon2id in the form of PHC; null until the member has chosen a password.
  password text,
  -- Sealed; null without a second factor.
  totp_secret text,
  -- The last 30 seconds whose code was accepted: none is accepted twice.
  totp_step bigint not null default 0,
  created_at timestamptz not null,
  unique (email)
);

create table member_role (
  id integer generated always as identity primary key,
  member_id integer not null references member on delete cascade,
  role text not null check (role in ('OWNER', 'EDITOR', 'FINANCE', 'DESK', 'DOOR')),
  -- Both null: of the whole shop.
  organization_id integer references organization on delete cascade,
  event_id integer references event on delete cascade,
  check (organization_id is null or event_id is null),
  check (organization_id is not null or event_id is not null or role = 'OWNER'),
  unique nulls not distinct (member_id, organization_id, event_id)
);
create index member_role_organization on member_role (organization_id);
create index member_role_event on member_role (event_id);

-- Codes for those who have lost their second factor; each is good once.
create table member_recovery_code (
  member_id integer not null references member on delete cascade,
  digest bytea not null,
  primary key (member_id, digest)
);

-- Keys that never leave the devices of a member (WebAuthn); the shop has their public halves.
create table member_passkey (
  id integer generated always as identity primary key,
  member_id integer not null references member on delete cascade,
  credential text not null unique,
  public_key bytea not null,
  -- As the device counts, where it does: a copy of the key counts on its own.
  counter bigint not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index member_passkey_member on member_passkey (member_id);

create table member_session (
  id integer generated always as identity primary key,
  digest bytea not null unique,
  member_id integer not null references member on delete cascade,
  -- Of the browser, as it names itself.
  user_agent text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null
);
create index member_session_member on member_session (member_id);
create index member_session_seen on member_session (seen_at);

-- A link that is good once: it makes an owner or another member, sets a new password, or goes on after a password. The
-- challenge that a passkey signs is one, too.
create table member_link (
  id integer generated always as identity primary key,
  digest bytea not null unique,
  kind text not null check (kind in ('OWNER', 'INVITATION', 'PASSWORD', 'SECOND_FACTOR', 'PASSKEY', 'NEW_PASSKEY')),
  member_id integer references member on delete cascade,
  -- Who is invited, as what; null for links of a member, and for the first owner.
  email text,
  role text check (role in ('OWNER', 'EDITOR', 'FINANCE', 'DESK', 'DOOR')),
  organization_id integer references organization on delete cascade,
  event_id integer references event on delete cascade,
  language text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((kind in ('PASSWORD', 'SECOND_FACTOR', 'NEW_PASSKEY')) = (member_id is not null)),
  check ((kind = 'INVITATION') = (email is not null and role is not null))
);
create index member_link_expiry on member_link (expires_at);
create index member_link_member on member_link (member_id);
create index member_link_event on member_link (event_id) where event_id is not null;

-- What people and programs have changed, of whatever kind: who, what, with what before and after. The name stays when
-- the member is removed, and the row when its subject is.
create table change_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- Null for keys, the operator and the shop itself.
  member_id integer references member on delete set null,
  actor text not null,
  organization_id integer references organization on delete cascade,
  kind text not null,
  -- Of the kind; null where it has no number, or is a member, whose address is the subject.
  subject_id integer,
  subject text not null,
  action text not null,
  -- Of an event or pass, after the change.
  version integer,
  before jsonb,
  after jsonb
);
create index change_log_organization on change_log (organization_id, at desc);
create index change_log_member on change_log (member_id);
create index change_log_subject on change_log (kind, subject_id, id desc);
