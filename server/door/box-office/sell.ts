import type { Sale, SaleForm } from '#contract/box-office.ts'
import { BY_ORGANISER, type TakenBy } from '#domain/catalog/payment-method/payment-method.ts'
import { changeOf, typedAmount } from '#domain/door/box-office/cash.ts'
import { printed, writtenAmount } from '#domain/foundation/money/money.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { lineOrEmpty } from '#domain/foundation/text/clean-text.ts'
import { type Contact, checkContact, checkEmail, checkNames } from '#domain/order/reservation/contact.ts'
import { type ReservationId, shortId } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import type { Shop } from '#server/catalog/context.ts'
import { planTickets } from '#server/checkout/reservation/reserve/plan-tickets.ts'
import type { Tx } from '#server/foundation/database/database.ts'
import { textsOf } from '#server/foundation/language/overrides.ts'
import { discardReservations } from '#server/order/order/release-held.ts'
import { nameOrder } from '#server/order/order/name-order.ts'
import { onLockedOrder } from '#server/order/order/offer-of-reservation.ts'
import { findStatus } from '#server/order/order/reservations.ts'
import { type NewOrder, type OrderToMake, makeOrder, requestOf } from '#server/organiser/new-orders/make-order.ts'
import { problemsOfExtras } from '#server/organiser/new-orders/requested-extras.ts'
import { pay } from '#server/payment/pay/pay.ts'
import { type AtBox, Refused, currencyOf, holdDrawer, sellsExtra, soldCategories } from './at-box.ts'
import { type StoredSale, insertSale, markUndone, saleOfRequest } from './box-store.ts'
import { presentSale } from './present-sale.ts'
import { boxWays, transferOf } from './read-box-office.ts'

const MAX_RECEIPT = 60

type Goods = Pick<SaleForm, 'lines'> & { readonly extras?: SaleForm['extras'] | undefined }

/** What tickets and extras cost here and now; nothing is held. */
export async function priceSale(
  shop: Shop,
  at: AtBox,
  { lines, extras }: Goods,
): Promise<Outcome<{ readonly total: string }>> {
  const { offer } = at.door
  const [first, ...others] = problemsOfGoods(at, { lines, extras })
  if (first) return refused(first, ...others)
  const request = requestOf({ lines, extras: extras ?? [], code: null }, { isPaidElsewhere: true })
  const plan = await planTickets(shop, offer, request, shop.clock.now())
  return plan.ok ? accepted({ total: printed(plan.value.price.total, currencyOf(offer)) }) : plan
}

/**
 * Sells tickets by the use case of every order that is made on behalf of a buyer: its price, stock, documents and mails are those of
 * any order. The sale is stored in the same transaction, which also holds the key and the drawer, so that a key that is revoked
 * meanwhile sells nothing, and no money comes into a drawer that was counted. The same request is answered with the same sale.
 */
export async function sell(shop: Shop, at: AtBox, form: SaleForm): Promise<Outcome<Sale>> {
  const { doorKeyId, eventId, organizationId } = at.opened.principal
  const before = await saleOfRequest(shop.db, doorKeyId, form.requestId)
  if (before) return follow(shop, at, before)
  const read = readSale(shop, at, form)
  if (!read.ok) return read
  try {
    const made = await makeOrder(shop, {
      event: { id: eventId, organizationId, shortName: at.door.offer.context.shortName },
      order: read.value,
      requestId: `door ${doorKeyId} ${form.requestId}`,
      by: { memberId: null, actor: at.opened.name },
      also: (order, made) => storeSale(shop, at, { form, order, ...made }),
    })
    if (made.kind === 'refused') return refusedBy(made.problems)
  } catch (error) {
    if (error instanceof Refused) return refusedBy(error.problems)
    throw error
  }
  const sale = await saleOfRequest(shop.db, doorKeyId, form.requestId)
  if (!sale) throw new Error(`sale ${form.requestId} was made a moment ago`)
  return follow(shop, at, sale)
}

function refusedBy([first, ...others]: readonly Problem[]): Outcome<never> {
  if (!first) throw new Error('a sale is refused for a reason')
  return refused(first, ...others)
}

/** Is a person asked for, and the required questions? Where tickets may be named later they may be sold without. */
export const mustName = ({ settings }: OfferedEvent): boolean =>
  settings.flag('FORCE_TICKET_OWNER_ASSIGNMENT_AT_RESERVATION')

/** The order that is to be made; or all reasons why it is not. */
function readSale(shop: Shop, at: AtBox, form: SaleForm): Outcome<OrderToMake> {
  const { offer } = at.door
  const contact = {
    firstName: lineOrEmpty(form.firstName),
    lastName: lineOrEmpty(form.lastName),
    email: lineOrEmpty(form.email),
  }
  const receipt = lineOrEmpty(form.receipt)
  const isCashReadable = form.way !== 'CASH' || typedAmount(form.given ?? form.total, currencyOf(offer)) !== undefined
  const [first, ...others] = [
    ...problemsOfGoods(at, form),
    ...(boxWays(shop, offer).includes(form.way) ? [] : [problem('foyer.box.refused.way', { field: 'way' })]),
    ...problemsOfContact(contact, mustName(offer) || form.way === 'TRANSFER'),
    ...(form.way === 'TERMINAL' && receipt === '' ? [problem('foyer.box.refused.receipt', { field: 'receipt' })] : []),
    ...(receipt.length > MAX_RECEIPT
      ? [problem('foyer.box.refused.long', { field: 'receipt', args: [MAX_RECEIPT] })]
      : []),
    ...(isCashReadable ? [] : [problem('foyer.box.refused.amount', { field: 'given' })]),
  ]
  if (first) return refused(first, ...others)
  const isPaidHere = form.way === 'CASH' || form.way === 'TERMINAL'
  return accepted({
    way: isPaidHere ? 'PAID' : 'LINK',
    lines: form.lines,
    extras: form.extras ?? [],
    // By a link the buyer answers on the page of the order.
    answers: { list: form.answers ?? [], areRequired: mustName(offer) && form.way !== 'LINK' },
    code: null,
    blockId: null,
    language: form.language ?? '',
    contactOf: id => (isPaidHere ? named(shop, offer, { id, contact }) : contact),
    name: (tx, id, person) => nameOrder(tx, id, person, { isValidated: form.way === 'TRANSFER' }),
    until: null,
    note: null,
    // A transfer is announced by the mail of its order, once that awaits it.
    isMailed: contact.email !== '' && form.way !== 'TRANSFER',
    statement: {
      provider: takenBy(form.way),
      reference: form.way === 'TERMINAL' ? receipt : null,
      notes: null,
      takenBy: takenBy(form.way),
    },
    action: `SELL_${form.way}`,
  })
}

const takenBy = (way: SaleForm['way']): TakenBy => (way === 'CASH' || way === 'TERMINAL' ? way : BY_ORGANISER)

function problemsOfContact(contact: Contact, isRequired: boolean): Problem[] {
  if (isRequired) return checkContact(contact)
  const hasName = contact.firstName !== '' || contact.lastName !== ''
  return [...(contact.email === '' ? [] : checkEmail(contact.email, 'email')), ...(hasName ? checkNames(contact) : [])]
}

/** A ticket that is sold without a name is held by a guest, with the number of the order, so that the door knows it by that. */
function named(
  { texts }: Pick<Shop, 'texts'>,
  offer: OfferedEvent,
  { id, contact }: { readonly id: ReservationId; readonly contact: Contact },
): Contact {
  if (contact.firstName !== '') return contact
  const [language] = offer.context.languages
  const number = shortId({ id }, offer.settings.number('PARTIAL_RESERVATION_ID_LENGTH'))
  return { ...contact, firstName: textsOf(offer, texts).text(language, 'foyer.box.guest'), lastName: number }
}

/** What the key does not sell, and amounts that can't be read. */
function problemsOfGoods(at: AtBox, { lines, extras }: Goods): Problem[] {
  const foreign = foreignLine(at, lines)
  const unsold = (extras ?? []).filter(({ extraId, quantity }) => quantity > 0 && !sellsExtra(at, extraId))
  return [
    ...(foreign ? [foreign] : []),
    ...unsold.map(({ extraId }) => problem('foyer.box.refused.extra', { field: `extras.${extraId}` })),
    ...problemsOfExtras(extras ?? [], at.door.offer),
  ]
}

function foreignLine(at: AtBox, lines: Goods['lines']): Problem | undefined {
  const sold = soldCategories(at).map(({ id }) => id as number)
  const isForeign = lines.some(({ categoryId, quantity }) => quantity > 0 && !sold.includes(categoryId))
  return isForeign ? problem('foyer.box.refused.category', { field: 'lines' }) : undefined
}

type Storing = {
  readonly form: SaleForm
  readonly order: NewOrder
  readonly tx: Tx
  readonly id: ReservationId
}

/** At the end of the transaction of the order: what is not as it was shown undoes all. */
async function storeSale(shop: Shop, at: AtBox, { form, order, tx, id }: Storing): Promise<void> {
  const { doorKeyId, eventId } = at.opened.principal
  const code = currencyOf(at.door.offer)
  const now = shop.clock.now()
  await holdDrawer(tx, at, form.drawerId, now)
  if (order.total !== form.total) throw new Refused(problem('foyer.box.refused.price', { field: 'total' }))
  const amount = writtenAmount(order.total, code)
  const given = form.way === 'CASH' ? (typedAmount(form.given ?? form.total, code) ?? null) : null
  if (given !== null && changeOf(given, amount) === undefined)
    throw new Refused(problem('foyer.box.refused.given', { field: 'given' }))
  const receipt = form.way === 'TERMINAL' ? lineOrEmpty(form.receipt) : null
  const { drawerId, requestId, way } = form
  await insertSale(tx, { eventId, doorKeyId, drawerId, requestId, orderId: id, way, amount, given, receipt, now })
}

/** What follows a sale, as often as it is sent: an order by transfer goes on to await it, also where the process ended in between. */
async function follow(shop: Shop, at: AtBox, sale: StoredSale): Promise<Outcome<Sale>> {
  const status = sale.way === 'TRANSFER' ? await findStatus(shop.db, sale.orderId) : undefined
  if (status && has(status, 'isOpen') && sale.undoneAt === null) {
    const paid = await pay(shop, sale.orderId, {
      proxy: transferOf(shop, at.door.offer)?.proxy ?? null,
      method: 'BANK_TRANSFER',
      gatewayToken: null,
      isTermsAccepted: true,
      isPrivacyAccepted: true,
    })
    if (paid && !paid.ok) {
      await discard(shop, sale)
      return paid
    }
  }
  return accepted(await presentSale(shop, at, sale))
}

/** No transfer can be awaited: the order ends, so that its seats are free. */
async function discard(shop: Shop, { id, orderId, drawerId }: StoredSale): Promise<void> {
  const events = await onLockedOrder(shop, orderId, async (tx, { reservation }) => {
    const now = shop.clock.now()
    if (!has(reservation, 'isOpen') || !(await markUndone(tx, id, { drawerId, now }))) return []
    return discardReservations(tx, [orderId], { at: now, type: 'CANCEL_RESERVATION' })
  })
  for (const event of events ?? []) shop.catalog.stockChanged(event)
}
