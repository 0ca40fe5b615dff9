-- The latest moment of an order counts from its first hold (lifecycle A.3.9).

alter table reservation
  -- Until when it was held at first, where that was not RESERVATION_TIMEOUT after it was made: an offer of the waiting list,
  -- and an order in the place of another, as that one was.
  add column held_first_until timestamptz;

update reservation set held_first_until = validity
from waiting_list_entry as entry where entry.reservation_id = reservation.id and reservation.status = 'PENDING';
