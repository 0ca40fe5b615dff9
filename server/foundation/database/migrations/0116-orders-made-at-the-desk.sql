-- By which the caller names the request that made an order: sent again, it is the same order.
create table desk_order_request (
  event_id integer not null references event on delete cascade,
  request_id text not null,
  order_id uuid not null references reservation on delete cascade,
  primary key (event_id, request_id)
);
create index desk_order_request_of_order on desk_order_request (order_id);
