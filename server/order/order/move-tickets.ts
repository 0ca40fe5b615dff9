import { type RawBuilder, sql } from 'kysely'

/**
 * What a seat that comes back is like: with new ids, so that old addresses and codes die, and without anything of the
 * person, the price, the pass and the order it had (domain rules 4.2).
 */
export const AS_RELEASED = sql`
  status = 'RELEASED', reservation_id = null, uuid = gen_random_uuid(), public_uuid = gen_random_uuid(), id_in_order = null,
  source_price = 0, final_price = 0, vat = 0, discount = 0, vat_status = null, token_id = null, bought_pass_id = null,
  first_name = null, last_name = null, email = null, language = null, locked = false, reserved_at = null,
  answers_reminded_at = null, external_reference = null, metadata = null`

/**
 * For `with` before an update that releases these seats: remembers good tickets that a pass pays for, so that its owner
 * gets no other one of the event without ordering it. A ticket that was never valid does not count as given up.
 */
export const passTicketsReturned = (which: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  pass_ticket_returned as (
    insert into pass_ticket_return (bought_pass_id, event_id)
    select distinct bought_pass_id, event_id from ticket
    where ${which} and bought_pass_id is not null and status in ('ACQUIRED', 'TO_BE_PAID', 'CHECKED_IN')
    on conflict do nothing
  )`
