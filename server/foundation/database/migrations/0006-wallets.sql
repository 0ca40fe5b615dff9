-- Tickets in wallets: what was handed out, which devices keep it, and what the wallets have yet to be told.

create table wallet_pass (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('GOOGLE', 'APPLE')),
  event_id integer not null references event on delete cascade,
  category_id integer not null references ticket_category on delete cascade,
  -- As they were when it was handed out: a ticket that is given back gets other ids, and its order may go.
  reservation_id uuid not null,
  ticket_uuid uuid not null,
  ticket_public_uuid uuid not null,
  -- Counts those who had a pass of this ticket before; each holder has a pass of their own.
  holder_number integer not null,
  -- Google's name for it.
  object_id text unique,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'VOIDED')),
  -- Never twice in one second, for HTTP tells no more of it.
  changed_at timestamptz not null,
  unique (ticket_uuid, kind, holder_number),
  check ((kind = 'GOOGLE') = (object_id is not null))
);
create index wallet_pass_of_reservation on wallet_pass (reservation_id);
create index wallet_pass_of_event on wallet_pass (event_id, kind);

-- An Apple device that wants to hear of changes.
create table wallet_registration (
  pass_id bigint not null references wallet_pass on delete cascade,
  device text not null,
  push_token text not null,
  primary key (pass_id, device)
);
create index wallet_registration_of_device on wallet_registration (device);

-- Written with the change it tells of and deleted once the wallet knows: of one pass, or of all in a category at Google.
create table wallet_change (
  id bigint generated always as identity primary key,
  pass_id bigint references wallet_pass on delete cascade,
  category_id integer references ticket_category on delete cascade,
  attempts integer not null default 0,
  due_at timestamptz not null,
  check (num_nonnulls(pass_id, category_id) = 1)
);
create index wallet_change_due on wallet_change (due_at);
create index wallet_change_of_pass on wallet_change (pass_id);
create index wallet_change_of_category on wallet_change (category_id);
