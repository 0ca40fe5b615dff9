-- Payments and issued documents are never deleted with an order (docs/decisions/0057-never-deleted.md).

-- An order lets go of its payments before it is deleted; one that has paid it can't be let go of.
alter table payment_transaction
  drop constraint payment_transaction_reservation_id_fkey,
  add constraint payment_transaction_reservation_id_fkey foreign key (reservation_id) references reservation;

alter table payment_refund
  drop constraint payment_refund_transaction_id_fkey,
  add constraint payment_refund_transaction_id_fkey foreign key (transaction_id) references payment_transaction;

alter table payment_dispute
  drop constraint payment_dispute_transaction_id_fkey,
  add constraint payment_dispute_transaction_id_fkey foreign key (transaction_id) references payment_transaction;

-- An order with a document stays. Documents of orders that were deleted before this rule keep a null.
alter table billing_document
  drop constraint billing_document_reservation_id_fkey,
  add constraint billing_document_reservation_id_fkey foreign key (reservation_id) references reservation;

create index payment_transaction_of_order on payment_transaction (order_id);

-- Money has come by a payment, or may still come. Begun at a provider, a payment stays as long as its event: a provider may
-- say later that it was paid after all.
create function refuse_deleting_payment() returns trigger language plpgsql as $$
begin
  if old.is_live or old.received_amount is not null or old.status in ('COMPLETE', 'RETURNED')
    or ((old.reference is not null or exists (select from payment_attempt where transaction_id = old.id and sends > 0))
      and exists (select from purchase_context where id = old.purchase_context_id))
  then
    raise exception 'payment % can’t be deleted: it was begun or paid', old.id using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger payment_transaction_stays before delete on payment_transaction
  for each row execute function refuse_deleting_payment();

create function refuse_deleting_document() returns trigger language plpgsql as $$
begin
  raise exception 'document % can’t be deleted: it was issued', old.id using errcode = 'restrict_violation';
end $$;
create trigger billing_document_stays before delete on billing_document
  for each row execute function refuse_deleting_document();
