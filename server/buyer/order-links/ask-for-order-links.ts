import { createHash } from 'node:crypto'
import type { Language } from '#domain/foundation/language/texts.ts'
import type { Shop } from '#server/catalog/context.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { countMailRequest } from '#server/mail/request-limit/count-request.ts'
import { type OrderSearch, lockSearches, noteSearch } from './store.ts'

/**
 * Records a request for the links of all orders of an address, in whatever case it is written. A job finds and mails
 * them, so that neither the answer nor its time shows whether there are any. Returns 0, or the seconds until the next
 * request is allowed: the limit is that of sending the mail of one order again.
 */
export async function askForOrderLinks(
  { db, clock, jobs }: Shop,
  asked: { readonly email: string; readonly language: Language },
): Promise<number> {
  const search: OrderSearch = { email: asked.email.toLowerCase(), language: asked.language }
  const subjectId = subjectOf(search.email)
  const now = clock.now()
  const wait = await transaction(db, async tx => {
    await lockSearches(tx, subjectId)
    const seconds = await countMailRequest(tx, { subjectId, kind: 'ORDERS' }, now)
    if (seconds === 0) await noteSearch(tx, search, now)
    return seconds
  })
  if (wait === 0) await jobs.wake('send-order-links')
  return wait
}

/** A UUID in place of an address, so that counting stores no address. */
function subjectOf(email: string): string {
  const digits = createHash('sha256').update(email).digest('hex').slice(0, 32)
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
