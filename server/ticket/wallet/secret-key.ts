import type { Pass } from '#domain/catalog/catalog/pass.ts'
import type { PurchaseContext } from '#domain/catalog/catalog/purchase-context.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { eventKey } from '#server/order/order/good-ticket.ts'

/** What signs the proofs of devices that keep something of an event or a pass. It never leaves the server. */
export async function secretKey(on: Queryable, context: PurchaseContext): Promise<string> {
  return context.kind === 'event' ? eventKey(on, context) : passKey(on, context)
}

/** As long as the catalogue remembers a pass: its key never changes. */
const keys = new WeakMap<Pass, string>()

async function passKey(on: Queryable, pass: Pass): Promise<string> {
  const known = keys.get(pass)
  if (known !== undefined) return known
  const query = on.kysely.selectFrom('pass').select('secret_key').where('id', '=', pass.id)
  const { secret_key: key } = await query.executeTakeFirstOrThrow()
  keys.set(pass, key)
  return key
}
