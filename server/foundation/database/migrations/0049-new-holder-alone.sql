-- A ticket that was passed on is its new holder's alone (docs/decisions/0055-new-holder-alone.md).

alter table ticket
  -- By which its order lists the ticket since it was passed on to another address; null: by its public id. It is the id that the
  -- ticket had when it left the order, and opens nothing.
  add column id_in_order uuid;

alter table former_ticket_id
  drop constraint former_ticket_id_became_check,
  drop constraint former_ticket_id_check,
  -- PASSED_ON: to another address. CORRECTED: another name at the same address. RELEASED: its holder released it.
  add check (became in ('PASSED_ON', 'CORRECTED', 'RELEASED')),
  add check ((became <> 'RELEASED') = (next_public_uuid is not null and session_digest is not null));

-- Tickets that were passed on before: the trail says of each former id whether the address changed with it.
with recursive earlier as (
  select ticket.id, ticket.reservation_id, former.public_uuid, former.at
  from ticket join former_ticket_id as former on former.next_public_uuid = ticket.public_uuid
  where ticket.reservation_id is not null
  union all
  select earlier.id, earlier.reservation_id, former.public_uuid, former.at
  from earlier join former_ticket_id as former on former.next_public_uuid = earlier.public_uuid
), passed_on as (
  select distinct on (earlier.id) earlier.id, earlier.public_uuid
  from earlier join audit on audit.reservation_id = earlier.reservation_id
    and audit.entity_type = 'TICKET' and audit.entity_id = earlier.public_uuid::text and audit.type = 'UPDATE_TICKET' and 'email' = any (string_to_array(audit.modifications ->> 'changed', ', '))
  order by earlier.id, earlier.at
)
update ticket set id_in_order = passed_on.public_uuid
from passed_on, reservation
where ticket.id = passed_on.id and reservation.id = ticket.reservation_id
  and lower(ticket.email) is distinct from lower(reservation.email);
