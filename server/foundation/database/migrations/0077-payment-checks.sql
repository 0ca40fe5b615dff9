-- When the shop began its last check of a payment at a provider that forbids frequent checks; written before the request, so that
-- a lost reply, a second process and a restart know of it.
alter table payment_transaction add column checked_at timestamptz;
