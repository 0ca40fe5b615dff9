import type { DeskPass } from '#contract/desk-pass.ts'
import { missingTextsOfPass } from '#domain/organiser/event-desk/missing-texts.ts'
import { problem } from '#domain/foundation/problem.ts'
import { loadPass } from '#server/catalog/catalog/passes.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { loadSettings } from '#server/foundation/setting/settings.ts'
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
    payment: await paymentOfPass(shop, shop.db, { id, language }),
  }
}

/** By which ways a pass can be paid as it is stored, within a transaction as that has stored it. */
export async function paymentOfPass(
  shop: Pick<Shop, 'providers' | 'texts' | 'clock'>,
  on: Queryable,
  { id, language }: Omit<Subject, 'stated'>,
): Promise<DeskPass['facts']['payment']> {
  const context = await loadPass(on, id)
  if (!context) throw new Error(`pass ${id} can not be read`)
  const settings = await loadSettings(on, { contextId: id })
  return judgePayment(shop, { context, settings }, { now: shop.clock.now(), language })
}
