import type { DeskPass } from '#contract/desk-pass.ts'
import { missingTextsOfPass } from '#domain/organiser/event-desk/missing-texts.ts'
import { problem } from '#domain/foundation/problem.ts'
import { readOffer } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { ofPass, reasonOf } from '#server/organiser/event-desk/answer.ts'
import { judgePayment } from '#server/organiser/event-desk/judge-payment.ts'
import { loadAnsweredFields } from '#server/organiser/event-editing/parts/questions.ts'
import type { StatedPass } from '#server/organiser/pass-editing/load-stated-pass.ts'
import { salesOf } from '#server/organiser/pass-editing/pass-sales.ts'

type Subject = { readonly id: number; readonly stated: StatedPass; readonly language: string }

/** What has been sold of a pass, what is fixed and what is missing; by a fixed number of statements. */
export async function factsOfPass(shop: Shop, { id, stated, language }: Subject): Promise<DeskPass['facts']> {
  const { taken, hasOrders } = await salesOf(shop.db, id)
  const answered = (await loadAnsweredFields(shop.db, id)).filter(({ isAnswered }) => isAnswered)
  const fixed = [
    ...(hasOrders ? [problem('currency-fixed', { field: 'currencyCode', args: [stated.draft.currency] })] : []),
    ...answered.map(({ name }) =>
      problem('field-answered', { field: `additionalInfo[${JSON.stringify(name)}]`, args: [name] }),
    ),
  ]
  return {
    taken,
    fixed: fixed.map(ofPass(shop)).map(({ field = '', ...refusal }) => ({
      member: field,
      ...reasonOf(shop, language, refusal),
    })),
    missing: missingTextsOfPass(stated.stated),
    payment: await paymentOfPass(shop, id, language),
  }
}

export async function paymentOfPass(shop: Shop, id: number, language: string): Promise<DeskPass['facts']['payment']> {
  const offer = await readOffer(shop.db, id)
  if (!offer) throw new Error(`the offer of pass ${id} can not be read`)
  return judgePayment(shop, offer, { now: shop.clock.now(), language })
}
