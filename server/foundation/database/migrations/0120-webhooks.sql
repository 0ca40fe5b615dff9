-- Where an organisation has its changes sent (decision 114). Secrets are sealed; the previous one signs too while it is replaced.
create table webhook_endpoint (
  id uuid primary key,
  organization_id integer not null references organization on delete cascade,
  url text not null,
  description text not null,
  kinds text[] not null,
  secret text not null,
  previous_secret text,
  previous_until timestamptz,
  created_at timestamptz not null,
  -- Since when no attempt has succeeded.
  failing_since timestamptz,
  -- Switched off: by a member, because the receiver is gone (410), or because nothing arrived for days.
  off_at timestamptz,
  off_reason text check (off_reason in ('MEMBER', 'GONE', 'FAILING')),
  check ((off_at is null) = (off_reason is null)),
  check ((previous_secret is null) = (previous_until is null)),
  unique (organization_id, url)
);

-- What happened: ids and sums, and no person. Written by the statement that changes it.
create table webhook_message (
  id uuid primary key default gen_random_uuid(),
  organization_id integer not null references organization on delete cascade,
  kind text not null,
  at timestamptz not null,
  data jsonb not null,
  -- Of what happens once: the same is never a second message. What one transaction says twice is said once, as it is in the end.
  occurrence text,
  unique (kind, occurrence)
);
create index webhook_message_by_time on webhook_message (at);
create index webhook_message_of_organization on webhook_message (organization_id);

-- One message for one endpoint.
create table webhook_delivery (
  id bigint generated always as identity primary key,
  message_id uuid not null references webhook_message on delete cascade,
  endpoint_id uuid not null references webhook_endpoint on delete cascade,
  status text not null default 'WAITING' check (status in ('WAITING', 'DELIVERED', 'FAILED')),
  attempts integer not null default 0,
  -- When the first attempt was since it was last asked for; retries end some days later.
  tried_since timestamptz,
  next_attempt_at timestamptz not null default '-infinity',
  -- A process is sending it since then.
  claimed_at timestamptz,
  unique (endpoint_id, message_id)
);
create index webhook_delivery_of_message on webhook_delivery (message_id);
create index webhook_delivery_latest on webhook_delivery (endpoint_id, id);
create index webhook_delivery_due on webhook_delivery (next_attempt_at, endpoint_id) where status = 'WAITING';

-- One request of it. Without an outcome: its process ended before the answer was noted.
create table webhook_attempt (
  delivery_id bigint not null references webhook_delivery on delete cascade,
  number integer not null,
  at timestamptz not null,
  duration_ms integer,
  http_status integer,
  error text,
  -- The first kilobyte of the answer.
  response text,
  primary key (delivery_id, number)
);

-- Writes a message and its deliveries, where an endpoint of the organisation asks for the kind. An endpoint that is being deleted is
-- waited for, so that no change of an order fails for it.
create function note_webhook(message_kind text, context_id integer, happened_at timestamptz, once text, content jsonb)
returns void language plpgsql as $$
declare
  owner integer;
  message uuid;
begin
  select organization_id into owner from public.purchase_context where id = context_id;
  if not exists (select from public.webhook_endpoint
    where organization_id = owner and off_at is null and message_kind = any (kinds)) then return; end if;
  insert into public.webhook_message (organization_id, kind, at, data, occurrence)
    values (owner, message_kind, happened_at, jsonb_strip_nulls(content), once)
    on conflict (kind, occurrence) do update set data = excluded.data where webhook_message.at = excluded.at
    returning id into message;
  if message is null then return; end if;
  insert into public.webhook_delivery (message_id, endpoint_id)
    select message, id from public.webhook_endpoint
    where organization_id = owner and off_at is null and message_kind = any (kinds)
    for key share
    on conflict (endpoint_id, message_id) do nothing;
end
$$;

-- The moves of a life are noted by its table, whichever statement moves it.
create function note_order_webhook() returns trigger language plpgsql as $$
declare
  is_completed boolean := tg_op = 'UPDATE' and to_jsonb(new) ->> 'status' = 'COMPLETE';
begin
  perform public.note_webhook(
    case when is_completed then 'order.completed' else 'order.cancelled' end,
    old.purchase_context_id,
    case when is_completed then new.confirmed_at else now() end,
    old.id::text,
    jsonb_build_object('orderId', old.id, 'contextId', old.purchase_context_id, 'amount', old.final_price::text, 'currency', old.currency));
  return null;
end
$$;
create trigger webhook_update after update on reservation for each row
  when (old.status <> new.status and (new.status = 'COMPLETE'
    or new.status in ('CANCELLED', 'CREDIT_NOTE_ISSUED') and old.status in ('COMPLETE', 'OFFLINE_PAYMENT', 'DEFERRED_OFFLINE_PAYMENT')))
  execute function note_order_webhook();
create trigger webhook_delete after delete on reservation for each row
  when (old.status in ('COMPLETE', 'OFFLINE_PAYMENT', 'DEFERRED_OFFLINE_PAYMENT'))
  execute function note_order_webhook();

create function note_ticket_webhook() returns trigger language plpgsql as $$
declare
  message_kind text := case
    when old.reservation_id is distinct from new.reservation_id then 'ticket.cancelled'
    when old.status <> 'CHECKED_IN' and new.status = 'CHECKED_IN' then 'ticket.checked_in'
    else 'ticket.changed' end;
begin
  perform public.note_webhook(message_kind, old.event_id, now(),
    case when message_kind = 'ticket.changed' then pg_current_xact_id() || ' ' || old.id end, jsonb_build_object(
    'ticketId', case when message_kind = 'ticket.cancelled' then old.public_uuid else new.public_uuid end,
    'orderId', old.reservation_id, 'contextId', old.event_id,
    'categoryId', case when message_kind = 'ticket.cancelled' then old.category_id else new.category_id end));
  return null;
end
$$;
-- A ticket whose person is erased has not changed for anyone.
create trigger webhook_update after update on ticket for each row
  when (old.status in ('TO_BE_PAID', 'ACQUIRED', 'CHECKED_IN') and old.reservation_id is not null and (
    old.reservation_id is distinct from new.reservation_id
    or old.status <> 'CHECKED_IN' and new.status = 'CHECKED_IN'
    or old.status = 'CHECKED_IN' and new.status <> 'CHECKED_IN'
    or old.category_id is distinct from new.category_id
    or old.public_uuid <> new.public_uuid
    or (old.first_name, old.last_name, old.email) is distinct from (new.first_name, new.last_name, new.email)
      and (new.first_name, new.last_name, new.email) is distinct from (null::text, null::text, null::text)))
  execute function note_ticket_webhook();

-- A refund that its provider reports before it answers is recorded twice: its reference makes it one.
create function note_refund_webhook() returns trigger language plpgsql as $$
declare
  payment record;
begin
  select order_id, purchase_context_id, currency, status into payment
    from public.payment_transaction where id = new.transaction_id;
  if payment.status = 'RETURNED' then return null; end if;
  perform public.note_webhook('order.refunded', payment.purchase_context_id, coalesce(new.ended_at, now()),
    coalesce(new.transaction_id || ' ' || new.reference, new.id::text),
    jsonb_build_object('refundId', new.id::text, 'orderId', payment.order_id, 'contextId', payment.purchase_context_id,
      'amount', new.amount::text, 'currency', payment.currency));
  return null;
end
$$;
create trigger webhook_insert after insert on payment_refund for each row
  when (new.status = 'DONE') execute function note_refund_webhook();
create trigger webhook_update after update on payment_refund for each row
  when (old.status <> 'DONE' and new.status = 'DONE') execute function note_refund_webhook();

create function note_review_webhook() returns trigger language plpgsql as $$
declare
  payment record;
begin
  select order_id, purchase_context_id, amount, currency into payment
    from public.payment_transaction where id = new.transaction_id;
  perform public.note_webhook('payment.attention', payment.purchase_context_id, new.since, null,
    jsonb_build_object('reviewId', new.id::text, 'reason', new.reason, 'orderId', payment.order_id,
      'contextId', payment.purchase_context_id, 'amount', payment.amount::text, 'currency', payment.currency));
  return null;
end
$$;
create trigger webhook_insert after insert on payment_review for each row
  when (new.ended_at is null) execute function note_review_webhook();
create trigger webhook_update after update on payment_review for each row
  when (old.ended_at is not null and new.ended_at is null) execute function note_review_webhook();

create function note_event_webhook() returns trigger language plpgsql as $$
declare
  event_id integer := (to_jsonb(new) ->> 'id')::integer;
begin
  perform public.note_webhook(
    case tg_table_name when 'event' then 'event.cancelled' else 'event.published' end,
    event_id, now(), null, jsonb_build_object('contextId', event_id));
  return null;
end
$$;
create trigger webhook_insert after insert on purchase_context for each row
  when (new.kind = 'EVENT' and new.status = 'PUBLIC') execute function note_event_webhook();
create trigger webhook_update after update on purchase_context for each row
  when (new.kind = 'EVENT' and old.status <> 'PUBLIC' and new.status = 'PUBLIC') execute function note_event_webhook();
create trigger webhook_update after update on event for each row
  when (old.cancelled_at is null and new.cancelled_at is not null) execute function note_event_webhook();
