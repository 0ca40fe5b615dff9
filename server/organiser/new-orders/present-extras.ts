import type { SaleExtra, SaleQuestions } from '#contract/sale-extras.ts'
import { isServiceOnSale } from '#domain/catalog/catalog/offered-service.ts'
import { type AdditionalField, fieldsOfCategory, fieldsOfService } from '#domain/catalog/fields/field.ts'
import {
  type AutomaticCharge,
  type OptionalCharge,
  UNLIMITED_QUANTITY,
  isOptional,
} from '#domain/catalog/price/additional-service.ts'
import { NO_CURRENCY } from '#domain/foundation/money/currency.ts'
import { printed } from '#domain/foundation/money/money.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { presentField } from '#server/catalog/fields/present.ts'
import { shippedLanguages } from '#server/foundation/language/languages.ts'

type Reading = Pick<Shop, 'catalog' | 'clock'>

/** The extras that a person who sells tickets may choose with them now. Those that come by themselves are in every total. */
export async function presentExtras({ catalog, clock }: Reading, offer: OfferedEvent): Promise<SaleExtra[]> {
  const units = await catalog.freeUnits(offer)
  const now = clock.now()
  return offer.services.flatMap(service => {
    const { id, title, charge, stock, maxQtyPerOrder } = service
    if (!isOptional(charge) || !isServiceOnSale(service, now)) return []
    const isOfTicket = charge.policy === 'OPTIONAL_MAX_AMOUNT_PER_TICKET'
    return [
      {
        id,
        title: { ...title },
        price: charge.price === null ? null : printed(charge.price, offer.context.currency ?? NO_CURRENCY),
        left: stock === null ? null : (units.get(id) ?? 0),
        mostOfTicket: isOfTicket ? maxQtyPerOrder : null,
        mostOfOrder: charge.policy === 'OPTIONAL_MAX_AMOUNT_PER_RESERVATION' ? maxQtyPerOrder : UNLIMITED_QUANTITY,
      },
    ]
  })
}

type Asking = { readonly isShown: (field: AdditionalField) => boolean } & Pick<Shop, 'clock'>

/** What is asked about the tickets of each category, and about the items of each extra on sale. */
export function presentSaleQuestions(offer: OfferedEvent, { isShown, clock }: Asking): SaleQuestions[] {
  const { context, categories, services, fields } = offer
  const now = clock.now()
  const present = (some: readonly AdditionalField[]) =>
    some
      .filter(isShown)
      .map(field => presentField(field, { answers: new Map(), languages: shippedLanguages, others: context.languages }))
  const ofTickets = categories.map(({ id, name }) => ({
    about: 'TICKET' as const,
    id,
    title: { [context.languages[0]]: name },
    items: 'CHOSEN' as const,
    questions: present(fieldsOfCategory(fields, id)),
  }))
  const ofExtras = services
    .filter(service => isServiceOnSale(service, now))
    .map(({ id, title, charge }) => ({
      about: 'EXTRA' as const,
      id,
      title: { ...title },
      items: itemsOf(charge),
      questions: present(fieldsOfService(fields, id)),
    }))
  return [...ofTickets, ...ofExtras].filter(({ questions }) => questions.length > 0)
}

function itemsOf(charge: AutomaticCharge | OptionalCharge): SaleQuestions['items'] {
  if (isOptional(charge)) return 'CHOSEN'
  return charge.policy === 'MANDATORY_ONE_FOR_TICKET' ? 'EACH_TICKET' : 'ONE'
}
