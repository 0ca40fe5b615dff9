-- Orders that organisers bring along (docs/decisions/0054-orders-brought-along.md).

alter table ticket
  -- The organiser's own number of whoever comes with it; null: none.
  add column external_reference text,
  -- The organiser's own words about it, which nobody else is told; null: none.
  add column metadata jsonb;

create table order_import (
  id uuid primary key default gen_random_uuid(),
  event_id integer not null references event on delete cascade,
  -- Whose key it came with; null once the key is gone.
  api_key_id integer references api_key on delete set null,
  created_at timestamptz not null
);

create index order_import_of_event on order_import (event_id);
create index order_import_of_key on order_import (api_key_id);

create table order_import_row (
  id bigint generated always as identity primary key,
  import_id uuid not null references order_import on delete cascade,
  -- Its place in the list that was sent, from 0.
  place integer not null check (place >= 0),
  status text not null default 'WAITING' check (status in ('WAITING', 'MADE', 'REFUSED')),
  -- The order as it was sent; null once it is made or refused.
  request jsonb,
  -- The order that was made of it, whatever became of it since.
  reservation_id uuid,
  -- Why none was made, as the code of a text.
  error text,
  unique (import_id, place)
);

create index order_import_row_waiting on order_import_row (id) where status = 'WAITING';
