-- Passes: what is bought once and used for many events (docs/decisions/0042-passes.md).

alter table purchase_context drop constraint purchase_context_kind_check;
alter table purchase_context add check (kind in ('EVENT', 'PASS'));

create table pass (
  id integer primary key,
  kind text not null default 'PASS' check (kind = 'PASS'),
  -- Its addresses and its clients know it by this.
  public_id uuid not null unique default gen_random_uuid(),
  -- Minor units; gross or net as the vat_status of the context says.
  price bigint not null check (price >= 0),
  on_sale_from timestamptz not null,
  -- Null: without end.
  on_sale_to timestamptz check (on_sale_to > on_sale_from),
  -- How many are sold; null: any number.
  max_available integer check (max_available >= 0),
  usage_type text not null check (usage_type in ('ONCE_PER_EVENT', 'UNLIMITED')),
  -- Tickets that one pass pays for; null: any number.
  max_entries integer check (max_entries > 0),
  validity_type text not null check (validity_type in ('STANDARD', 'CUSTOM', 'NOT_SET')),
  -- STANDARD: so long from the day it is confirmed.
  validity_units integer check (validity_units between 1 and 36500),
  validity_time_unit text check (validity_time_unit in ('DAYS', 'MONTHS', 'YEARS')),
  -- CUSTOM: between these, either of which may be left open.
  valid_from timestamptz,
  valid_to timestamptz,
  -- May its owner hand it to somebody else?
  is_transferable boolean not null default true,
  -- Do its owners get tickets of its events by themselves?
  generates_tickets boolean not null default false,
  -- So many days from the contract it can be withdrawn from; null: not at all, for the reason beside it.
  withdrawal_days integer check (withdrawal_days between 1 and 365),
  -- By language, told to buyers where there is no withdrawal.
  no_withdrawal_reason jsonb not null default '{}',
  -- What a withdrawal gives back once entries have been used.
  withdrawal_after_use text not null default 'PRO_RATA' check (withdrawal_after_use in ('NOTHING', 'PRO_RATA', 'EVERYTHING')),
  -- When its organiser was told last which transfers are due.
  transfers_listed_at timestamptz,
  foreign key (id, kind) references purchase_context (id, kind) on delete cascade,
  check ((validity_type = 'STANDARD') = (validity_units is not null and validity_time_unit is not null)),
  check (validity_type = 'CUSTOM' or (valid_from is null and valid_to is null)),
  check (valid_from < valid_to)
);

-- Which events take a pass, and for which of their categories; none: for all. Both are of one organisation.
create table event_pass (
  event_id integer not null references event on delete cascade,
  pass_id integer not null references pass on delete cascade,
  categories integer[] not null default '{}',
  primary key (event_id, pass_id)
);
create index event_pass_of_pass on event_pass (pass_id);

-- A pass that is held, bought or given back. Its id is what is typed or read at an order to use it: it opens tickets.
create table bought_pass (
  id uuid primary key default gen_random_uuid(),
  -- The public name of its own pages and documents, which uses nothing.
  public_id uuid not null unique default gen_random_uuid(),
  -- What a PIN tells of the id: its first nine hexadecimal digits (pricing and stock 7.2).
  pin_digits text not null generated always as (left(replace(id::text, '-', ''), 9)) stored,
  pass_id integer not null references pass,
  reservation_id uuid not null references reservation,
  status text not null default 'PENDING' check (status in ('PENDING', 'ACQUIRED', 'CANCELLED')),
  source_price bigint not null default 0,
  discount bigint not null default 0,
  final_price bigint not null default 0,
  vat bigint not null default 0,
  -- Entries as they were sold; null: any number.
  max_entries integer check (max_entries > 0),
  -- From when the order is complete; null: open at that end.
  valid_from timestamptz,
  valid_to timestamptz,
  -- Null: the buyer.
  first_name text,
  last_name text,
  email text,
  acquired_at timestamptz,
  cancelled_at timestamptz,
  check ((acquired_at is null) = (status = 'PENDING') or status = 'CANCELLED')
);
create index bought_pass_of_reservation on bought_pass (reservation_id);
create index bought_pass_of_pass on bought_pass (pass_id, status);
create index bought_pass_by_pin on bought_pass (pin_digits) where status <> 'CANCELLED';

-- A ticket that a pass pays for; gone again when the ticket is given back, for then the entry is, too. One pass pays in one order.
alter table ticket add column bought_pass_id uuid references bought_pass;
create index ticket_of_bought_pass on ticket (bought_pass_id) where bought_pass_id is not null;

-- Passes ask as events do: each owner, once.
alter table additional_field rename column event_id to purchase_context_id;
alter table additional_field drop constraint additional_field_event_id_fkey,
  add foreign key (purchase_context_id) references purchase_context on delete cascade;
drop trigger offer_insert on additional_field;
drop trigger offer_update on additional_field;
drop trigger offer_delete on additional_field;

alter table field_value
  add column bought_pass_id uuid references bought_pass on delete cascade,
  drop constraint field_value_field_id_ticket_id_item_id_key,
  add unique nulls not distinct (field_id, ticket_id, item_id, bought_pass_id),
  drop constraint field_value_check,
  add check (num_nonnulls(ticket_id, item_id, bought_pass_id) = 1);
create index field_value_of_bought_pass on field_value (bought_pass_id) where bought_pass_id is not null;

do $$
declare
  source record;
begin
  for source in
    select * from (values
      ('pass', 'id'),
      ('event_pass', 'event_id'),
      ('additional_field', 'purchase_context_id')
    ) as of_table (name, context)
  loop
    execute format('create trigger offer_insert after insert on %I referencing new table as changed
      for each statement execute function note_offer_change(%L)', source.name, source.context);
    execute format('create trigger offer_update after update on %I referencing new table as changed
      for each statement execute function note_offer_change(%L)', source.name, source.context);
    execute format('create trigger offer_delete after delete on %I referencing old table as changed
      for each statement execute function note_offer_change(%L)', source.name, source.context);
  end loop;
end
$$;
