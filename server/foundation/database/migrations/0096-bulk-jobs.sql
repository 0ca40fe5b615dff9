-- An event that does not take place: from then on nothing of it is sold, and its text is for buyers.
alter table event
  add cancelled_at timestamptz,
  add cancellation_text text,
  add constraint event_cancellation_check check ((cancelled_at is null) = (cancellation_text is null));

-- What a member does with many orders at once, by a job in the background: one item after the other.
create table bulk_job (
  id bigint generated always as identity primary key,
  kind text not null,
  organization_id integer not null references organization,
  event_id integer references event on delete cascade,
  -- What the kind needs beside its items.
  params jsonb not null,
  member_id integer references member on delete set null,
  actor text not null,
  status text not null default 'RUNNING' check (status in ('RUNNING', 'STOPPED', 'ENDED')),
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((status = 'RUNNING') = (ended_at is null))
);
create index bulk_job_of_event on bulk_job (event_id, id);
create index bulk_job_of_organization on bulk_job (organization_id, id);
create index bulk_job_of_member on bulk_job (member_id);
create index bulk_job_running on bulk_job (id) where status = 'RUNNING';

-- One of them: an order, or a person on a waiting list. Either may be gone by the time it is its turn.
create table bulk_item (
  id bigint generated always as identity primary key,
  job_id bigint not null references bulk_job on delete cascade,
  order_id uuid,
  waiting_id bigint,
  state text not null default 'WAITING' check (state in ('WAITING', 'SUCCEEDED', 'NOTHING', 'REFUSED')),
  -- The outcome: the end of a text key, and what its sentence states.
  code text,
  args text[] not null default '{}',
  done_at timestamptz,
  -- No process takes it before.
  not_before timestamptz,
  check ((order_id is null) <> (waiting_id is null)),
  check ((state = 'WAITING') = (code is null)),
  unique (job_id, order_id),
  unique (job_id, waiting_id)
);
create index bulk_item_waiting on bulk_item (job_id, id) where state = 'WAITING';
