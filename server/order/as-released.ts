import { sql } from 'kysely'

/**
 * What a seat that comes back is like: with new ids, so that old addresses and codes die, and without anything of the
 * person, the price, the pass and the order it had (domain rules 4.2).
 */
export const AS_RELEASED = sql`
  status = 'RELEASED', reservation_id = null, uuid = gen_random_uuid(), public_uuid = gen_random_uuid(),
  source_price = 0, final_price = 0, vat = 0, discount = 0, vat_status = null, token_id = null, bought_pass_id = null,
  first_name = null, last_name = null, email = null, language = null, locked = false, reserved_at = null,
  answers_reminded_at = null`
