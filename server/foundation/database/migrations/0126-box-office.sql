-- May a device with the key of a door sell, and tickets of which categories; null: of all that are on sale (decision 120).
alter table door_key add column may_sell boolean not null default false;
alter table door_key add column sell_category_ids integer[];

-- The money of one person at a door, from its float until it is counted.
create table box_drawer (
  id integer generated always as identity primary key,
  event_id integer not null references event on delete cascade,
  door_key_id integer not null references door_key on delete cascade,
  -- Made by the device, so that what is sent twice is one drawer.
  request_id uuid not null,
  person text not null,
  currency text not null,
  float_amount bigint not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  counted bigint,
  -- How many of each coin and note were counted, the value in the smallest unit; null: only the sum was stated.
  pieces jsonb,
  remark text,
  constraint box_drawer_request unique (door_key_id, request_id)
);
create index box_drawer_event on box_drawer (event_id);

-- A sale at a door. Its order is one like any other, and is deleted where it lapses: the sale stays.
create table box_sale (
  id integer generated always as identity primary key,
  event_id integer not null references event on delete cascade,
  door_key_id integer not null references door_key on delete cascade,
  drawer_id integer not null references box_drawer on delete cascade,
  request_id uuid not null,
  order_id uuid not null,
  way text not null check (way in ('CASH', 'TERMINAL', 'TRANSFER', 'LINK')),
  amount bigint not null,
  -- What the buyer handed over, where it was cash.
  given bigint,
  receipt text,
  at timestamptz not null,
  undone_at timestamptz,
  -- Out of which drawer the money was returned.
  undone_drawer_id integer references box_drawer on delete cascade,
  constraint box_sale_request unique (door_key_id, request_id)
);
create index box_sale_event on box_sale (event_id);
create index box_sale_drawer on box_sale (drawer_id);
create index box_sale_undone_drawer on box_sale (undone_drawer_id);
create index box_sale_order on box_sale (order_id);

-- What was sold, as it was sold: tickets that change their category later were sold in this one.
create table box_sale_line (
  sale_id integer not null references box_sale on delete cascade,
  category_id integer not null references ticket_category on delete cascade,
  quantity integer not null,
  amount bigint not null,
  primary key (sale_id, category_id)
);
create index box_sale_line_category on box_sale_line (category_id);
