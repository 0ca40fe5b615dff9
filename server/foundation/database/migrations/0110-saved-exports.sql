-- Exports that members make again and again: what is in them, and when they are mailed to whom. The files are not stored.
create table saved_export (
  id integer generated always as identity primary key,
  organization_id integer not null references organization on delete cascade,
  event_id integer references event on delete cascade,
  name text not null,
  kind text not null,
  format text not null check (format in ('csv', 'xlsx')),
  columns text[] not null,
  period text not null check (period in ('ALL', 'DAY', 'WEEK', 'MONTH')),
  -- Of the people of an event: the state of their order.
  state text,
  -- Of the period and the schedule.
  time_zone text not null,
  schedule jsonb,
  due_at timestamptz,
  member_id integer references member on delete set null,
  created_at timestamptz not null,
  check ((schedule is null) = (due_at is null))
);
create index saved_export_of_organization on saved_export (organization_id);
create index saved_export_of_event on saved_export (event_id);
create index saved_export_of_member on saved_export (member_id);
create index saved_export_due on saved_export (due_at) where due_at is not null;

-- The members to whom it is mailed.
create table saved_export_recipient (
  export_id integer not null references saved_export on delete cascade,
  member_id integer not null references member on delete cascade,
  primary key (export_id, member_id)
);
create index saved_export_recipient_member on saved_export_recipient (member_id);
