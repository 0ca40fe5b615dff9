-- A mail server that is away is no refusal of a mail, and some mails are needed after the event too (lifecycle D).

alter table mail
  -- Sent even when its event has ended: a receipt, an invoice, a credit note, or what somebody has asked for.
  add column outlives_event boolean not null default false,
  -- How many of the attempts ended because the server was away; they don't count against the mail.
  add column away_attempts integer not null default 0,
  -- When it was first tried since somebody asked for it.
  add column tried_since timestamptz;

update mail set outlives_event = true where attachments @> '[{"kind": "billing-pdf"}]';
-- Whatever has been tried counts as tried since it was asked for.
update mail set tried_since = created_at where status in ('RETRY', 'IN_PROCESS');
