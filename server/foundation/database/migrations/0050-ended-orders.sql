-- An order that has ended says what it was, and so does a ticket that was cancelled.

alter table reservation
  -- What it was for when it ended, because its tickets are released with it: [{"name": {"en": "Conference"}, "quantity": 2}]; null while
  -- it has not ended, and of orders that ended before this migration.
  add column ended_content jsonb;

alter table former_ticket_id
  drop constraint former_ticket_id_became_check,
  drop constraint former_ticket_id_check,
  -- CANCELLED: an organiser took the ticket out of its order, or the order ended.
  add check (became in ('PASSED_ON', 'CORRECTED', 'RELEASED', 'CANCELLED')),
  add check ((became in ('PASSED_ON', 'CORRECTED')) = (next_public_uuid is not null and session_digest is not null));
