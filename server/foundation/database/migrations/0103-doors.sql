-- The key of a door of an event: a device that opens its link scans tickets there. The key itself is kept as a digest.
create table door_key (
  id integer generated always as identity primary key,
  event_id integer not null references event on delete cascade,
  name text not null,
  -- Categories whose holders are let in at this door; null: all.
  category_ids integer[],
  may_search boolean not null,
  key_hash bytea not null unique,
  created_at timestamptz not null,
  valid_until timestamptz not null,
  revoked_at timestamptz,
  used_at timestamptz
);
create index door_key_event on door_key (event_id);

-- What the page of a door says of a scan beside what the wire says.
alter table check_in_scan
  add column door_key_id integer references door_key on delete set null,
  -- Made by the device, so that what is sent twice counts once.
  add column scan_id uuid,
  add column device uuid,
  add column outcome text,
  -- What the device answered by itself, without a connection; null: the shop answered.
  add column shown text,
  add column arrived_at timestamptz,
  add column undone boolean not null default false,
  add constraint check_in_scan_of_door unique (door_key_id, scan_id);

-- Private ids of tickets that were cancelled or released, so that a door says so of their codes.
create table cancelled_ticket (
  uuid uuid primary key,
  event_id integer not null references event on delete cascade
);
create index cancelled_ticket_event on cancelled_ticket (event_id);
