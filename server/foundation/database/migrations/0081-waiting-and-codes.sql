-- How many seats a person waits for, and whether fewer are enough; people who joined before wait for one.
alter table waiting_list_entry
  add column quantity integer not null default 1 check (quantity >= 1),
  add column or_fewer boolean not null default true;
-- Addresses that get one mail when the sale of an event begins; a row ends with its mail, or with the event.
create table sale_notice (
  id bigint generated always as identity primary key,
  event_id integer not null references event on delete cascade,
  email text not null,
  language text not null,
  -- By which the visitor cancels it.
  key uuid not null default gen_random_uuid() unique,
  created_at timestamptz not null
);
create index sale_notice_of_address on sale_notice (event_id, lower(email));
-- Codes as they are read aloud, for one that is not spelled exactly so: the words of find-code.ts.
create index promo_code_as_read on promo_code
  (organization_id, translate(upper(regexp_replace(code, '[[:space:]\u002d\u2010-\u2015]+', '', 'g')), 'OI', '01'));
