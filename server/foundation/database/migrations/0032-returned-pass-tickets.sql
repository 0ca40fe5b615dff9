-- Who has given a ticket back that a pass paid for is not given another one of that event without ordering it
-- (docs/decisions/0046-tickets-for-owners.md).

create table pass_ticket_return (
  bought_pass_id uuid not null references bought_pass on delete cascade,
  event_id integer not null references event on delete cascade,
  primary key (bought_pass_id, event_id)
);
create index pass_ticket_return_of_event on pass_ticket_return (event_id);
