-- What organisers do with money that was paid online (docs/decisions/0039-refunds-and-reviews.md).

-- What a provider says has come, where money has come. Another sum or currency than was due is looked at by a person.
alter table payment_transaction
  add column settled_at timestamptz,
  add column received_amount bigint,
  add column received_currency text;

-- What a person has to look at, once for each thing that has happened.
create table payment_review (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references payment_transaction on delete cascade,
  reason text not null check (reason in (
    'OTHER_SUM', 'OTHER_PAYMENT', 'NO_ANSWER', 'REFUND_FAILED', 'DISPUTE_OPEN', 'DISPUTE_LOST')),
  -- The id of the refund or the dispute it is about; empty where it is the payment itself.
  about text not null default '',
  -- What the provider has said.
  detail text,
  since timestamptz not null,
  -- Null: a person has still to look at it.
  ended_at timestamptz,
  unique (transaction_id, reason, about)
);
create index payment_review_open on payment_review (since) where ended_at is null;

insert into payment_review (transaction_id, reason, detail, since)
select id,
  case when review like 'refund failed%' or review like 'a refund has failed%' then 'REFUND_FAILED'
    when review like 'the buyer disputes%' then 'DISPUTE_OPEN'
    when review like 'another sum%' then 'OTHER_SUM' else 'OTHER_PAYMENT' end,
  review, created_at
from payment_transaction where review is not null;

create index payment_transaction_settled on payment_transaction (proxy, settled_at) where settled_at is not null;

drop index payment_transaction_to_review;
alter table payment_transaction drop column review;

-- The same wish of an organiser, sent twice, is one wish: it is answered as before.
create table refund_request (
  id bigint generated always as identity primary key,
  order_id uuid not null,
  purchase_context_id integer not null references purchase_context on delete cascade,
  -- Chosen by the client.
  request_id text not null,
  asked jsonb not null,
  answer jsonb not null,
  made_at timestamptz not null,
  unique (order_id, request_id)
);
create index refund_request_of_context on refund_request (purchase_context_id);

-- The credit note that goes to the buyer with the money.
alter table payment_refund add column document_id uuid references billing_document on delete set null;
create index payment_refund_of_document on payment_refund (document_id) where document_id is not null;

-- An invoice can be credited in parts, each with a credit note of its own.
drop index billing_document_valid;
create unique index billing_document_valid on billing_document (reservation_id, type)
  where status = 'VALID' and type <> 'CREDIT_NOTE';
create index billing_document_credits on billing_document (reservation_id) where type = 'CREDIT_NOTE';
