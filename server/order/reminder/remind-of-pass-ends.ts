import { after, days } from '#domain/foundation/instant.ts'
import { isPassOnSale, isTimeToRemind } from '#domain/order/pass/validity.ts'
import { isOfPass } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Tx, transaction } from '#server/foundation/database/database.ts'
import { eachRow, untilNothingIsDue } from '#server/foundation/jobs/rows.ts'
import { contextUrl, passUseUrl } from '#server/mail/letter/page-urls.ts'
import { sendLetter } from '#server/mail/letter/send-letter.ts'
import { mailContext } from '#server/order/order/describe-order.ts'
import { countUses } from '#server/order/order/passes-of.ts'
import { readOrder } from '#server/order/order/read-order.ts'
import { numberEverywhere } from '#server/foundation/setting/settings.ts'
import { composePassEndReminder } from './letters.ts'
import { type EndingPassRow, markEndReminded, passesThatEnd, takeEnding } from './pass-end-store.ts'

const JOB = 'remind-of-pass-ends'

/**
 * Reminds owners of passes, once for each end, in the last days before it (PASS_REMINDER_DAYS, lifecycle A.4): until when it is good,
 * what is left of it, and where it can be had again. Returns how many were reminded.
 */
export async function remindOfPassEnds(shop: Shop): Promise<number> {
  const now = shop.clock.now()
  const ahead = await numberEverywhere(shop.db, 'PASS_REMINDER_DAYS')
  const before = after(now, days(Math.max(...ahead.values)))
  let past: EndingPassRow | undefined
  // To the last of them: those whose time has not come are found again each time, and would keep the others waiting.
  const reminded = await untilNothingIsDue(shop, JOB, async () => {
    const ending = await passesThatEnd(shop.db, { now, before, job: JOB, past })
    past = ending.at(-1)
    const due = ending.filter(pass => isTimeToRemind(pass, ahead.at(pass), now))
    const done = await eachRow(shop, due, {
      job: JOB,
      nameOf: ({ publicId }) => ({ kind: 'bought-pass', id: publicId }),
      work: async ([pass]) => (pass ? remindOwner(shop, pass) : 0),
    })
    return { found: ending.length, done }
  })
  if (reminded > 0) await shop.jobs.wake('deliver-mail')
  return reminded
}

async function remindOwner(shop: Shop, { id, reservationId, to }: EndingPassRow): Promise<number> {
  const order = await readOrder(shop, reservationId)
  const pass = order?.passes.find(one => one.id === id)
  if (!order || !pass || !isOfPass(order.offer)) return 0
  const { offer, reservation } = order
  const { language } = reservation
  const owner = pass.owner ?? reservation.contact
  const { context } = offer
  const isStillSold = context.status === 'PUBLIC' && isPassOnSale(context, shop.clock.now())
  return transaction(shop.db, async (tx: Tx) => {
    if (!(await takeEnding(tx, id, to))) return 0
    const used = await countUses(tx, id)
    const facts = {
      ...mailContext(order, language),
      owner,
      end: to,
      left: pass.maxEntries === null ? null : Math.max(0, pass.maxEntries - used),
      useUrl: passUseUrl(shop, { id, language }),
      // A pass between fixed dates would end with this one.
      renewUrl: isStillSold && context.validity.kind === 'STANDARD' ? contextUrl(shop, offer, language) : null,
    }
    await sendLetter(tx, shop, { offer, reservation, recipient: owner.email }, texts =>
      composePassEndReminder(facts, texts),
    )
    await markEndReminded(tx, id)
    return 1
  })
}
