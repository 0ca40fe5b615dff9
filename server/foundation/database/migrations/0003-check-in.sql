-- Who came in when, and whose badge sponsors have scanned.

-- Every scan of a ticket that was found, whatever came of it. A seat that is sold again has new ids: the log is of a
-- ticket, not of a seat.
create table check_in_scan (
  id bigint generated always as identity primary key,
  event_id integer not null references event on delete cascade,
  -- The private id.
  ticket_uuid uuid not null,
  at timestamptz not null,
  -- Who scanned: the description of the key, or whom the device names.
  scanned_by text not null,
  operation text not null check (operation in ('SCAN', 'REVERT')),
  status text not null
);
create index check_in_scan_of_ticket on check_in_scan (ticket_uuid, at);
create index check_in_scan_of_event on check_in_scan (event_id, at);

-- A lead: what a sponsor noted about somebody.
create table sponsor_scan (
  id bigint generated always as identity primary key,
  event_id integer not null references event on delete cascade,
  -- Null when the key has been withdrawn: the leads stay.
  api_key_id integer references api_key on delete set null,
  operator text not null,
  ticket_uuid uuid not null,
  at timestamptz not null,
  notes text not null default '',
  lead_status text not null check (lead_status in ('COLD', 'WARM', 'HOT')),
  unique (api_key_id, event_id, operator, ticket_uuid)
);
create index sponsor_scan_of_event on sponsor_scan (event_id, at);

-- What has happened to the orders of an event since a device asked last.
create index audit_of_context on audit (purchase_context_id, at);
-- Attendees are looked for by the words of their tickets, and counted.
create index ticket_held on ticket (event_id, category_id) where status in ('TO_BE_PAID', 'ACQUIRED', 'CHECKED_IN');
