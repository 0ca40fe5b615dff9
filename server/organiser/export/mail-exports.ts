import { instant } from '#domain/foundation/instant.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { nextDue, spanOf } from '#domain/organiser/export/schedule.ts'
import { memberPrincipal } from '#server/access/member/guard.ts'
import { memberById } from '#server/access/member/members.ts'
import type { Shop } from '#server/catalog/context.ts'
import { transaction } from '#server/foundation/database/database.ts'
import { eachRow, untilNothingIsDue } from '#server/foundation/jobs/rows.ts'
import { systemSettings } from '#server/foundation/setting/settings.ts'
import { type Attachment, type AttachmentDescription, LEFT_OUT } from '#server/mail/letter/message.ts'
import { sendShopLetter } from '#server/mail/letter/send-letter.ts'
import { LARGEST_MB, composeSavedExport } from './letters.ts'
import { openSaved } from './open-saved.ts'
import { mayHave } from './recipients.ts'
import { dueExports, putDue, recipientsOf, savedById, takeDue } from './saved-store.ts'
import { MEDIA_TYPES, writeExport } from './write-file.ts'

export { EXPORTS_ARE_DUE } from './saved-store.ts'

const JOB = 'mail-exports'
const BATCH = 20

/**
 * Mails the exports that are due, each once: its next moment and its mails are stored in one transaction. After a longer
 * standstill each is mailed once, not once for each moment that was missed. Returns how many.
 */
export async function mailExports(shop: Shop): Promise<number> {
  const done = await untilNothingIsDue(shop, JOB, async () => {
    const ids = await dueExports(shop.db, { now: shop.clock.now(), job: JOB, limit: BATCH })
    const mailed = await eachRow(shop, ids, {
      job: JOB,
      nameOf: id => ({ kind: 'saved-export', id: String(id) }),
      work: async ([id]) => (id !== undefined && (await mailExport(shop, id)) ? 1 : 0),
    })
    return { found: ids.length, done: mailed }
  })
  if (done > 0) await shop.jobs.wake('deliver-mail')
  return done
}

async function mailExport(shop: Shop, id: number): Promise<boolean> {
  const { db, clock, config } = shop
  const settings = await systemSettings(db)
  return transaction(db, async tx => {
    const saved = await takeDue(tx, id, clock.now())
    if (!saved?.schedule || saved.dueAt === null) return false
    const { dueAt, schedule, timeZone, kind, organizationId, eventId, name, eventTitle, organization } = saved
    await putDue(tx, id, nextDue(schedule, timeZone, clock.now()))
    for (const { id: memberId, email, language } of await recipientsOf(tx, id)) {
      const principal = await memberPrincipal(tx, memberId)
      if (!mayHave(principal, { kind, whose: { organizationId, eventId } })) continue
      const of = eventTitle === null ? organization : inLanguage(eventTitle, language)
      const at = datesIn(language, timeZone).moment(dueAt)
      const attachments = [{ kind: 'saved-export' as const, exportId: id, memberId, dueAt }]
      await sendShopLetter(tx, shop, { recipient: email, settings, attachments }, texts =>
        composeSavedExport({ language, name, of, at, baseUrl: config.baseUrl }, texts),
      )
    }
    return true
  })
}

/**
 * The file for one member, made when the mail leaves: of the period before it was due, with the columns that the member may
 * see. Undefined: the member may not have it any more; left out where it is too large.
 */
export async function savedExportAttachment(
  shop: Shop,
  { exportId, memberId, dueAt }: Extract<AttachmentDescription, { kind: 'saved-export' }>,
): Promise<Attachment | typeof LEFT_OUT | undefined> {
  const saved = await savedById(shop.db, exportId)
  const member = await memberById(shop.db, memberId)
  if (!saved || !member) return undefined
  const by = await memberPrincipal(shop.db, memberId)
  const { language } = member
  const span = spanOf(saved.period, saved.timeZone, instant(dueAt))
  const ready = await openSaved(shop, saved, { by, language, span })
  if (!ready) return undefined
  const { format } = saved
  const content = await upTo(
    LARGEST_MB * 1024 * 1024,
    writeExport(ready.opened, { format, keys: ready.keys, language }),
  )
  return content === undefined
    ? LEFT_OUT
    : { fileName: ready.fileName(dueAt), contentType: MEDIA_TYPES[format], content }
}

/** All that a stream has; undefined where it is more than so many bytes, of which no more are read. */
async function upTo(bytes: number, stream: AsyncIterable<unknown>): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of stream) {
    const read = Buffer.from(part as Uint8Array)
    length += read.length
    if (length > bytes) return undefined
    parts.push(read)
  }
  return Buffer.concat(parts)
}
