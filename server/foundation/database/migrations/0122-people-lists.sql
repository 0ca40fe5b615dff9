-- A list of people that a member has uploaded, to be imported as orders (decision 116). It is deleted with its rows once its job has
-- ended, or after a day.
create table people_list (
  id uuid primary key default gen_random_uuid(),
  event_id integer not null references event on delete cascade,
  -- Who has uploaded it.
  actor text not null,
  created_at timestamptz not null,
  heads text[] not null,
  -- What its columns are for, how its orders are made, and for whom: stated when its job is started.
  choices jsonb,
  job_id bigint references bulk_job on delete set null
);
create index people_list_of_event on people_list (event_id);
create index people_list_of_job on people_list (job_id);

create table people_list_row (
  list_id uuid not null references people_list on delete cascade,
  -- As spreadsheets count them: the heads are above row 2.
  line integer not null,
  cells text[] not null,
  primary key (list_id, line)
);

-- An item of a job may be a row of such a list; its order is stored once it is made.
alter table bulk_item add column list_row integer;
alter table bulk_item drop constraint bulk_item_check;
alter table bulk_item add constraint bulk_item_subject_check check (
  case when list_row is null then (order_id is null) <> (waiting_id is null) else waiting_id is null end);
alter table bulk_item add constraint bulk_item_of_row unique (job_id, list_row);

-- By which an import finds those who are there already.
create index ticket_of_external_reference on ticket (event_id, external_reference) where external_reference is not null;
