-- What jobs need so that a round costs by what is due, and so that one row they can't do is known and left for later.

-- A row that a job could not do, until it can. Nobody is blamed for a lost database.
create table job_failure (
  job text not null,
  -- Which row: "reservation" and its id.
  kind text not null,
  id text not null,
  failures integer not null default 1,
  since timestamptz not null,
  -- The job leaves it alone until then, so that it stands in nobody's way.
  retry_at timestamptz not null,
  last_error text not null,
  primary key (job, kind, id)
);

-- Settings are read by the place they are stated for.
create index setting_of_shop on setting (key)
  where organization_id is null and purchase_context_id is null and category_id is null;
create index setting_of_organization on setting (organization_id) where organization_id is not null;
create index setting_of_context on setting (purchase_context_id) where purchase_context_id is not null;
create index setting_of_category on setting (category_id) where category_id is not null;

-- Carts that run out, and transfers that are awaited, by when and by where: neither is in the way of the other.
drop index reservation_expiring;
create index reservation_expiring on reservation (validity) where status = 'PENDING';
create index reservation_awaited on reservation (validity) where status = 'OFFLINE_PAYMENT' and erased_at is null;
create index reservation_awaited_of_context on reservation (purchase_context_id, validity)
  where status = 'OFFLINE_PAYMENT' and erased_at is null;

create index token_waiting on token (id) where status = 'WAITING';
create index waiting_list_entry_before_sales on waiting_list_entry (event_id)
  where status = 'WAITING' and kind = 'PRE_SALES';
create index purchase_context_of_organization on purchase_context (organization_id);
create index event_by_start on event (starts_at);
create index event_by_end on event (ends_at);

-- A unique index with a condition is none that a foreign key could refer to: a category that gets another name or code
-- then locks out nobody who is just buying a ticket of it.
alter table ticket_category drop constraint ticket_category_event_id_name_key;
create unique index ticket_category_name on ticket_category (event_id, name) where name is not null;
drop index ticket_category_code;
create unique index ticket_category_code on ticket_category (event_id, code) where code is not null;
