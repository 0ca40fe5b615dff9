-- When an attempt was sent last: a provider that knows no such payment a while after that has never heard of it.
alter table payment_attempt add column sent_at timestamptz;
update payment_attempt set sent_at = coalesce(answered_at, begun_at) where sends > 0;
