-- By which day money counts (docs/decisions/payments.md, 112). A payment by transfer or at the desk has the moment it was
-- confirmed, as those through providers have; `booked_on` is the day on the bank statement that confirmed it.
alter table payment_transaction add column booked_on date;

-- Those payments are named by their way and the moment they were confirmed, in milliseconds since 1970.
update payment_transaction
set settled_at = coalesce(to_timestamp(substring(gateway_transaction_id from '^[A-Z_]+-(\d{13})$')::numeric / 1000), created_at)
where status = 'COMPLETE' and settled_at is null;

update payment_transaction as payment set booked_on = entry.booked_on
from (select order_id, max(booked_on) as booked_on from bank_entry where status = 'BOOKED' group by order_id) as entry
where payment.reservation_id = entry.order_id and payment.status = 'COMPLETE' and payment.proxy = 'OFFLINE';

create index payment_transaction_settled_at on payment_transaction (settled_at) where settled_at is not null;
create index payment_transaction_booked_on on payment_transaction (booked_on) where booked_on is not null;

-- When the provider accepted a refund; null: it never did.
alter table payment_refund add column accepted_at timestamptz;
update payment_refund set accepted_at = coalesce(ended_at, sent_at, wanted_at) where status in ('PENDING', 'DONE');
create index payment_refund_accepted_at on payment_refund (accepted_at) where accepted_at is not null;
-- It was accepted, and the money came back.
create index payment_refund_returned_at on payment_refund (ended_at) where status = 'FAILED' and accepted_at is not null;

-- When a dispute was won or lost.
alter table payment_dispute add column ended_at timestamptz;
update payment_dispute set ended_at = opened_at where status <> 'OPEN';
