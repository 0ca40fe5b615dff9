import type { SubscriptionInfo } from '#contract/reservation.ts'
import { fieldsOfOwner } from '#domain/catalog/fields/field.ts'
import type { BoughtPass } from '#domain/order/pass/bought-pass.ts'
import { passPin } from '#domain/order/pass/pass-code.ts'
import { passHas } from '#domain/order/pass/states.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { presentField } from '#server/catalog/fields/present.ts'
import { shippedLanguages } from '#server/foundation/language/languages.ts'
import { countUses } from '#server/order/order/passes-of.ts'
import type { Order } from '#server/order/order/read-order.ts'
import { walletsOfPass } from '#server/ticket/wallet/offered.ts'

/** The pass of an order; null where the order is of an event. What uses it is shown once it is acquired. */
export async function presentPasses(on: Queryable, order: Order): Promise<SubscriptionInfo[] | null> {
  if (order.passes.length === 0) return null
  return Promise.all(order.passes.map(async pass => presentPass(order, pass, await countUses(on, pass.id))))
}

function presentPass({ offer, answers }: Order, pass: BoughtPass, used: number): SubscriptionInfo {
  const isAcquired = passHas(pass, 'isAcquired')
  const { maxEntries, owner } = pass
  const given = {
    answers: answers.ofPasses.get(pass.id) ?? new Map(),
    languages: shippedLanguages,
    others: offer.context.languages,
  }
  const fields = fieldsOfOwner(offer.fields).map(field => presentField(field, given))
  return {
    id: isAcquired ? pass.id : null,
    pin: isAcquired ? passPin(pass.id) : null,
    usageDetails: { total: maxEntries, used, available: maxEntries && Math.max(0, maxEntries - used) },
    owner: {
      firstName: owner?.firstName || null,
      lastName: owner?.lastName || null,
      email: owner?.email || null,
    },
    configuration: { displayPin: pass.areCodesShown },
    walletConfiguration: walletsOfPass(offer, pass),
    validFrom: pass.valid.from,
    validTo: pass.valid.to,
    additionalFields: fields,
    fieldConfigurationBeforeStandard: fields.filter(({ beforeStandardFields }) => beforeStandardFields),
    fieldConfigurationAfterStandard: fields.filter(({ beforeStandardFields }) => !beforeStandardFields),
  }
}
