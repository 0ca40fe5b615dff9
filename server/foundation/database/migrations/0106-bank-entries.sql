-- Credits of bank statements that members have uploaded, each once for its organisation. Names and texts of payers are
-- erased some weeks later; what is left keeps an entry from being booked again.
create table bank_entry (
  id bigint generated always as identity primary key,
  organization_id integer not null references organization on delete cascade,
  uploaded_at timestamptz not null,
  account text,
  booked_on date not null,
  amount text not null,
  currency text not null,
  reference_texts text[] not null,
  text text not null,
  payer text,
  payer_account text,
  -- Digest of day, amount and text: by it the same payment is found on a statement of another format.
  content text not null,
  status text not null default 'OPEN' check (status in ('OPEN', 'BOOKED', 'SET_ASIDE')),
  -- Why it could not be booked when it was to be.
  refusal text,
  order_id uuid,
  settled_at timestamptz,
  settled_by text,
  erased_at timestamptz
);
create index bank_entry_open on bank_entry (organization_id, booked_on, id) where status = 'OPEN';
create index bank_entry_settled on bank_entry (organization_id, settled_at desc, id desc) where status <> 'OPEN';
create index bank_entry_content on bank_entry (organization_id, content);
create index bank_entry_to_erase on bank_entry (coalesce(settled_at, uploaded_at)) where erased_at is null;

-- By what an entry is recognised on statements of a format.
create table bank_entry_key (
  organization_id integer not null references organization on delete cascade,
  key text not null,
  format text not null check (format in ('CAMT', 'MT940', 'CSV')),
  entry_id bigint not null references bank_entry on delete cascade,
  primary key (organization_id, key)
);
create index bank_entry_key_entry on bank_entry_key (entry_id);
