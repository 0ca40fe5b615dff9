-- Seats that members hold for later, for a purpose (decision 117). Those that are still held are the seats with its number.
create table seat_block (
  id integer generated always as identity primary key,
  event_id integer not null references event on delete cascade,
  -- Null: of the seats that categories without their own share.
  category_id integer references ticket_category on delete set null,
  name text not null,
  -- When what is left returns to sale by itself.
  until timestamptz,
  actor text not null,
  created_at timestamptz not null,
  -- By which the caller names the request: sent again, it is the same block.
  request_id text not null,
  unique (event_id, request_id)
);
create index seat_block_of_category on seat_block (category_id);
create index seat_block_until on seat_block (until) where until is not null;

alter table ticket
  add column block_id integer references seat_block on delete set null,
  drop constraint ticket_status_check,
  add constraint ticket_status_check check (status in ('FREE', 'PENDING', 'TO_BE_PAID', 'ACQUIRED', 'CHECKED_IN',
    'RELEASED', 'PRE_RESERVED', 'BLOCKED', 'INVALIDATED', 'CANCELLED', 'EXPIRED')),
  add constraint ticket_block_check check (block_id is null or status = 'BLOCKED');
create index ticket_of_block on ticket (block_id) where block_id is not null;
