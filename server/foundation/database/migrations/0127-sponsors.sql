-- A sponsor of an event, with a link to a page of its own on which it scans badges (decision 124).
create table sponsor (
  id integer generated always as identity primary key,
  event_id integer not null references event on delete cascade,
  name text not null,
  -- A digest: the key itself is in the link, which is shown once.
  key_hash bytea not null unique,
  created_at timestamptz not null,
  revoked_at timestamptz,
  used_at timestamptz,
  constraint sponsor_name unique (event_id, name)
);

-- Leads are those of a key or of a sponsor with a page: each person is one lead of a sponsor, however many of its people scanned.
alter table sponsor_scan add column sponsor_id integer references sponsor on delete cascade;
alter table sponsor_scan add constraint sponsor_scan_of_sponsor unique (sponsor_id, ticket_uuid);
