-- Payments through providers with an account of their own (docs/decisions/0038-life-of-a-payment.md).

-- A payment outlives its order as long as the provider may still take money for it: then reservation_id is null, and
-- `buyer` says whom to tell when money comes that has to be given back.
alter table payment_transaction
  add column order_id uuid,
  add column purchase_context_id integer references purchase_context on delete cascade,
  add column buyer jsonb,
  -- What the provider calls the payment.
  add column reference text,
  -- What the provider keeps of it, in minor units of its currency.
  add column fee bigint,
  -- The provider may still take money for it.
  add column is_live boolean not null default false,
  -- Why a person has to look at it.
  add column review text;

update payment_transaction set order_id = reservation_id, is_live = status = 'PENDING' and next_look_at is not null,
  purchase_context_id = (select purchase_context_id from reservation where reservation.id = reservation_id);

alter table payment_transaction
  alter column order_id set not null,
  alter column purchase_context_id set not null,
  alter column reservation_id drop not null,
  drop constraint payment_transaction_reservation_id_fkey,
  add constraint payment_transaction_reservation_id_fkey
    foreign key (reservation_id) references reservation on delete set null,
  drop constraint payment_transaction_status_check,
  add constraint payment_transaction_status_check
    check (status in ('PENDING', 'COMPLETE', 'FAILED', 'CANCELLED', 'INVALID', 'RETURNED')),
  add constraint payment_transaction_detached_check check (reservation_id is not null or status not in ('PENDING', 'COMPLETE'));

drop index payment_transaction_to_look_into;
create index payment_transaction_to_look_into on payment_transaction (next_look_at) where is_live;
create index payment_transaction_reference on payment_transaction (proxy, reference) where reference is not null;
create index payment_transaction_gateway on payment_transaction (proxy, gateway_payment_id) where gateway_payment_id is not null;
create index payment_transaction_to_review on payment_transaction (purchase_context_id) where review is not null;
create index payment_transaction_of_context on payment_transaction (purchase_context_id);

alter table payment_attempt
  add column sends integer not null default 0,
  drop constraint payment_attempt_step_check,
  add constraint payment_attempt_step_check check (step in ('CHARGE', 'CAPTURE', 'CANCEL')),
  drop constraint payment_attempt_outcome_check,
  add constraint payment_attempt_outcome_check check (outcome in (
    'SETTLED', 'AUTHORIZED', 'REDIRECT', 'NEEDS_BROWSER', 'WAITING', 'REFUSED', 'CANCELLED', 'NOT_NOW', 'MISMATCH', 'UNKNOWN'));

-- Money that is given back. Written before the provider is asked, so that it is asked until it is known what came of it.
create table payment_refund (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references payment_transaction on delete cascade,
  amount bigint not null check (amount > 0),
  -- ORGANISER: by the organiser. SHOP: money that no order could take. PROVIDER: made in the provider's back office.
  origin text not null check (origin in ('ORGANISER', 'SHOP', 'PROVIDER')),
  -- WANTED: the provider is to be asked. PENDING: it has accepted. DONE; FAILED: the money stayed where it was.
  status text not null check (status in ('WANTED', 'PENDING', 'DONE', 'FAILED')),
  idempotency_key text unique,
  reference text,
  metadata jsonb not null default '{}',
  reason text,
  failure text,
  wanted_at timestamptz not null,
  sent_at timestamptz,
  ended_at timestamptz,
  sends integer not null default 0,
  next_look_at timestamptz
);
create index payment_refund_of_transaction on payment_refund (transaction_id);
create unique index payment_refund_reference on payment_refund (transaction_id, reference) where reference is not null;
create index payment_refund_due on payment_refund (next_look_at) where status in ('WANTED', 'PENDING');

create table payment_dispute (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references payment_transaction on delete cascade,
  reference text not null,
  amount bigint not null,
  status text not null check (status in ('OPEN', 'WON', 'LOST')),
  due_by timestamptz,
  opened_at timestamptz not null,
  unique (transaction_id, reference)
);
