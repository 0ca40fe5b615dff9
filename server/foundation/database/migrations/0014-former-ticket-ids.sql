-- Public ids that tickets had, and what became of them (lifecycle E).

create table former_ticket_id (
  public_uuid uuid primary key,
  event_id integer not null references event on delete cascade,
  became text not null check (became in ('PASSED_ON', 'RELEASED')),
  at timestamptz not null,
  -- The public id after the ticket was passed on, and the session that did it as a digest: it may read the ticket again by
  -- the former id for a moment.
  next_public_uuid uuid,
  session_digest bytea,
  check ((became = 'PASSED_ON') = (next_public_uuid is not null and session_digest is not null))
);
create index former_ticket_id_of_event on former_ticket_id (event_id);

-- Tickets are counted by their private id, which stays when they are passed on.
alter table mail_request add column kind text not null default 'AGAIN' check (kind in ('AGAIN', 'PASS_ON'));
