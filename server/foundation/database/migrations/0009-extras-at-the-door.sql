-- Extras come in with their ticket, and so have a status for it (lifecycle F). Those of people who are in already have, too.

alter table additional_service_item
  drop constraint additional_service_item_status_check,
  add constraint additional_service_item_status_check
    check (status in ('FREE', 'PENDING', 'TO_BE_PAID', 'ACQUIRED', 'CHECKED_IN'));

update additional_service_item set status = 'CHECKED_IN'
from ticket where ticket.id = ticket_id and ticket.status = 'CHECKED_IN';

-- The door finds them by their ticket.
create index additional_service_item_of_ticket on additional_service_item (ticket_id) where ticket_id is not null;
