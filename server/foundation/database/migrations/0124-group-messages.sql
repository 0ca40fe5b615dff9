-- A message that a member writes to a chosen group of the people of an event.
create table group_message (
  id bigint generated always as identity primary key,
  organization_id integer not null references organization,
  event_id integer not null references event on delete cascade,
  -- By which the caller names the request that made it: sent again, it is the same message.
  request_id text not null,
  -- TICKET: about the ticket, to all. NEWS: other news, which readers may end.
  purpose text not null check (purpose in ('TICKET', 'NEWS')),
  -- Whom it is for, and what it says: {language: {subject, text}}.
  audience jsonb not null,
  texts jsonb not null,
  member_id integer references member on delete set null,
  actor text not null,
  status text not null check (status in ('PLANNED', 'SENDING', 'SENT', 'STOPPED')),
  created_at timestamptz not null,
  send_at timestamptz not null,
  ended_at timestamptz,
  -- So many people it was for when it was planned, and so many were left out when it began to be sent.
  planned integer not null,
  without_address integer not null default 0,
  unsubscribed integer not null default 0,
  unique (event_id, request_id),
  check ((status in ('SENT', 'STOPPED')) = (ended_at is not null))
);
create index group_message_of_organization on group_message (organization_id);
create index group_message_of_member on group_message (member_id);
create index group_message_due on group_message (send_at) where status in ('PLANNED', 'SENDING');

-- A person whom it is for, by order and ticket: the address is read when the mail is queued. A ticket that is null is the buyer.
create table group_message_person (
  id bigint generated always as identity primary key,
  message_id bigint not null references group_message on delete cascade,
  order_id uuid references reservation on delete set null,
  ticket_id bigint references ticket on delete set null,
  is_buyer boolean not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'QUEUED', 'LEFT_OUT')),
  -- Null once the mail is erased.
  mail_id bigint references mail on delete set null
);
create index group_message_person_of_message on group_message_person (message_id, state, id);
create index group_message_person_of_order on group_message_person (order_id);
create index group_message_person_of_ticket on group_message_person (ticket_id);
create index group_message_person_of_mail on group_message_person (mail_id);

-- Who reads the news of an organisation, by a digest of the address: an unsubscription outlives the order and its data.
create table news_reader (
  id bigint generated always as identity primary key,
  organization_id integer not null references organization on delete cascade,
  address_digest bytea not null,
  -- Of the link in the mails.
  key uuid not null unique default gen_random_uuid(),
  mailed_at timestamptz not null,
  unsubscribed_at timestamptz,
  -- By which message.
  message_id bigint references group_message on delete set null,
  unique (organization_id, address_digest)
);
create index news_reader_of_message on news_reader (message_id);
