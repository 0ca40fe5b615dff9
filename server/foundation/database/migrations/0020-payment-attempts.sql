-- Payments through providers that have to be asked (docs/decisions/0032-port-for-money.md).

-- What was asked of a provider: written before it is asked, answered after. An attempt without an answer is looked into.
create table payment_attempt (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references payment_transaction on delete cascade,
  step text not null check (step in ('CHARGE')),
  number integer not null,
  -- "<transaction>-<step>-<number>": the provider takes it for one wish however often it is sent.
  idempotency_key text not null unique,
  request jsonb not null,
  begun_at timestamptz not null,
  answered_at timestamptz,
  outcome text check (outcome in ('SETTLED', 'REDIRECT', 'NEEDS_BROWSER', 'WAITING', 'REFUSED', 'UNKNOWN')),
  unique (transaction_id, step, number)
);

-- What providers have told by themselves, once each. A hint to look, never the truth.
create table received_webhook (
  id bigint generated always as identity primary key,
  proxy text not null,
  delivery_key text not null,
  transaction_id bigint references payment_transaction on delete cascade,
  received_at timestamptz not null,
  handled_at timestamptz,
  unique (proxy, delivery_key)
);
create index received_webhook_of_transaction on received_webhook (transaction_id);

-- When an open payment is looked into by itself; null when there is nothing to look for.
alter table payment_transaction
  add column method text,
  add column next_look_at timestamptz,
  add column looks integer not null default 0;
create index payment_transaction_to_look_into on payment_transaction (next_look_at)
  where status = 'PENDING' and next_look_at is not null;
