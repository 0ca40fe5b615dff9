-- Contracts about passes that their buyers have withdrawn from (docs/decisions/0044-withdrawal.md).

create table pass_withdrawal (
  reservation_id uuid primary key references reservation on delete cascade,
  bought_pass_id uuid not null unique references bought_pass on delete cascade,
  made_at timestamptz not null,
  -- Who has stated it, and where the receipt went; null once erased.
  first_name text,
  last_name text,
  email text,
  -- Minor units: what the order cost, and what of it comes back.
  paid bigint not null check (paid >= 0),
  amount bigint not null check (amount between 0 and paid),
  -- Who gives it back: the provider it was paid with, the organiser by hand, or nobody where nothing comes back.
  returned_by text not null check (returned_by in ('PROVIDER', 'ORGANISER', 'NOBODY')),
  -- Entries that stay used, and those that came back with their tickets.
  used integer not null check (used >= 0),
  released integer not null check (released >= 0),
  check ((returned_by = 'NOBODY') = (amount = 0))
);

-- On which terms it was sold, whatever its organiser writes on the shelf afterwards; null: as the shelf says.
alter table bought_pass
  add column withdrawal_days integer check (withdrawal_days between 1 and 365),
  add column withdrawal_after_use text check (withdrawal_after_use in ('NOTHING', 'PRO_RATA', 'EVERYTHING')),
  add check ((withdrawal_days is null) = (withdrawal_after_use is null));
