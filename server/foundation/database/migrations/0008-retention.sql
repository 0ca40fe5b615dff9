-- What is forgotten in time, and how often a mail is asked for.

-- When the personal data of an order have been erased; its amounts stay. The order is nobody's from then on.
alter table reservation add column erased_at timestamptz;
create index reservation_to_erase on reservation (purchase_context_id) where erased_at is null
  and status in ('OFFLINE_PAYMENT', 'DEFERRED_OFFLINE_PAYMENT', 'COMPLETE', 'CANCELLED', 'CREDIT_NOTE_ISSUED');
create index audit_to_erase on audit (purchase_context_id) where actor is not null or modifications is not null;

-- When the buyer has been erased from a document whose legal period is over; its number and amounts stay.
alter table billing_document add column erased_at timestamptz;
create index billing_document_to_erase on billing_document (created_at) where erased_at is null;

-- What an order leaves behind is found by it: a log of its mails, and whatever goes when the order is deleted.
create index mail_of_reservation on mail (reservation_id) where reservation_id is not null;
create index billing_document_of_reservation on billing_document (reservation_id) where reservation_id is not null;
create index payment_transaction_of_reservation on payment_transaction (reservation_id);

-- Each time somebody had the mail of an order or of a ticket sent once more, as long as it counts.
create table mail_request (
  id bigint generated always as identity primary key,
  -- The order, or the public id of the ticket.
  subject_id uuid not null,
  at timestamptz not null
);
create index mail_request_of_subject on mail_request (subject_id, at);
