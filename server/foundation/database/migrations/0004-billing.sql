-- Invoices, receipts and credit notes, frozen as they were issued.

-- The last number an organisation has given, by sequence. Whoever takes the next one holds the row until the order is
-- confirmed with it, so that a number is neither lost nor given twice (lifecycle C.2).
create table billing_number (
  organization_id integer not null references organization on delete cascade,
  sequence text not null check (sequence in ('INVOICE', 'CREDIT_NOTE')),
  last integer not null check (last > 0),
  primary key (organization_id, sequence)
);

create table billing_document (
  id uuid primary key default gen_random_uuid(),
  -- Null: the order is gone. Its document stays, because a number that was given stays in the books.
  reservation_id uuid references reservation on delete set null,
  type text not null check (type in ('INVOICE', 'RECEIPT', 'CREDIT_NOTE')),
  -- A newer one of the same type replaces the older.
  status text not null default 'VALID' check (status in ('VALID', 'NOT_VALID')),
  -- Null: a receipt has none.
  number text,
  -- What it says, see domain/invoice/billing-document.ts. A later download prints the same.
  model jsonb not null,
  created_at timestamptz not null,
  check ((number is null) = (type = 'RECEIPT'))
);
create unique index billing_document_valid on billing_document (reservation_id, type) where status = 'VALID';
