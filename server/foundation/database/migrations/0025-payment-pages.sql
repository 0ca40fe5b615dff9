-- Where a buyer who has left goes on with a payment: the page of its provider, while it can be paid there.
alter table payment_transaction add column page text;
