-- How many seats a person waits for, and whether fewer are enough; people who joined before wait for one.
alter table waiting_list_entry
  add column quantity integer not null default 1 check (quantity >= 1),
  add column or_fewer boolean not null default true;
