import type { ReservationForm } from '#contract/reserve.ts'
import { reserveTickets } from '#contract/reserve.ts'
import { after, days } from '#domain/foundation/instant.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Reply, Buyer } from '../buyer/buyer.ts'

/** What an event has to sell beside its seats, put there by hand; and orders of it, over HTTP. */

export type OrderToPlace = {
  readonly tickets: Readonly<Record<string, number>>
  /** By the English title: how many, or at which amount of the visitor's own. */
  readonly extras?: Readonly<Record<string, number | { readonly amount: number; readonly quantity?: number }>>
  readonly code?: string
}

export type Extra = {
  readonly title: string
  readonly type?: 'SUPPLEMENT' | 'DONATION'
  readonly policy?: string | null
  /** Minor units; null: the visitor names the amount. */
  readonly price?: number | null
  readonly percentage?: number
  /** Null: any number. */
  readonly stock?: number | null
  readonly maximum?: number
  readonly vat?: 'INHERITED' | 'NONE'
}

export type Code = {
  readonly code: string
  /** "10%", or minor units of each ticket, or of the order. */
  readonly off?: string | number | { readonly order: number }
  /** Names of categories; a hidden one that it opens. */
  readonly categories?: readonly string[]
  readonly opens?: string
  readonly maximum?: number | null
}

export type EventSetup = {
  readonly shortName: string
  extra(extra: Extra): Promise<number>
  code(code: Code): Promise<number>
  /** A discount from so many tickets on. */
  rule(rule: {
    readonly from: number
    readonly off: Code['off']
    readonly categories?: readonly string[]
  }): Promise<number>
  /** Hides a category; each of these opens it once. */
  hide(category: string, tokens: readonly string[]): Promise<void>
  form(order: OrderToPlace): ReservationForm
  order(buyer: Buyer, order: OrderToPlace): Promise<Reply>
  /** The id of the reservation; throws for a refusal. */
  hold(buyer: Buyer, order: OrderToPlace): Promise<string>
}

/** Prepares an event that is there already. */
export async function setUpEvent(shop: Shop, shortName: string): Promise<EventSetup> {
  const offer = await shop.catalog.offeredEvent(shortName)
  if (!offer) throw new Error(`there is no event ${shortName}`)
  const { context: event, categories } = offer
  const services = new Map<string, number>()

  const categoryOf = (name: string): number => {
    const found = categories.find(category => category.name === name)
    if (!found) throw new Error(`there is no category ${name}`)
    return found.id
  }
  const insert = async (text: string, values: readonly unknown[]): Promise<number> => {
    const { rows } = await shop.db.pool.query<{ id: number }>(text, [...values])
    shop.catalog.offerChanged(event)
    return rows[0]?.id ?? 0
  }
  const window = () => [-days(1), days(1)].map(span => new Date(after(shop.clock.now(), span)))

  const setup: EventSetup = {
    shortName,
    extra: async extra => {
      const id = await insert(INSERT_EXTRA, [event.id, ...extraColumns(extra), ...window()])
      services.set(extra.title, id)
      return id
    },
    code: ({ categories: limits = [], opens = null, ...code }) =>
      insert(INSERT_CODE, [
        event.organization.id,
        event.id,
        code.code,
        opens === null ? 'DISCOUNT' : 'ACCESS',
        ...discountColumns(opens === null ? code.off : undefined),
        ...window(),
        code.maximum ?? null,
        limits.map(categoryOf),
        opens === null ? null : categoryOf(opens),
      ]),
    rule: ({ from, off, categories: limits = [] }) => {
      const [kind, percentage, amount] = discountColumns(off)
      return insert(INSERT_RULE, [event.id, from, limits.map(categoryOf), kind, percentage, amount])
    },
    hide: async (category, tokens) => {
      await insert(`update ticket_category set access_restricted = true where id = $1`, [categoryOf(category)])
      await insert(
        `insert into token (category_id, code, status) select $1, code, 'FREE' from unnest($2::text[]) as code`,
        [categoryOf(category), tokens],
      )
    },
    form: order => formOf(order, { categoryOf, services }),
    order: (buyer, order) =>
      buyer.ask(reserveTickets, { params: { shortName }, query: { lang: 'en' }, body: setup.form(order) }),
    hold: async (buyer, order) => {
      const ask = { params: { shortName }, query: { lang: 'en' }, body: setup.form(order) }
      const { value } = await buyer.expect(reserveTickets, 200, ask)
      if (value === null) throw new Error('a reservation without an id')
      return value
    },
  }
  return setup
}

type EventStock = { categoryOf(name: string): number; readonly services: ReadonlyMap<string, number> }

function formOf({ tickets, extras = {}, code }: OrderToPlace, { categoryOf, services }: EventStock): ReservationForm {
  return {
    reservation: Object.entries(tickets).map(([name, quantity]) => ({ ticketCategoryId: categoryOf(name), quantity })),
    additionalService: Object.entries(extras).map(([title, amount]) => ({
      additionalServiceId: services.get(title) ?? 0,
      ...(typeof amount === 'number' ? { quantity: amount } : amount),
    })),
    ...(code !== undefined && { promoCode: code }),
  }
}

function extraColumns({ title, type = 'SUPPLEMENT', price = null, stock = null, ...extra }: Extra) {
  const policy = extra.policy === undefined ? 'OPTIONAL_UNLIMITED_AMOUNT' : extra.policy
  const { percentage = null, maximum = 5, vat = 'INHERITED' } = extra
  return [type, policy, JSON.stringify({ en: title }), price, percentage, stock, maximum, vat]
}

function discountColumns(off: Code['off']): [string, string | null, number | null, string | null] {
  if (off === undefined) return ['NONE', null, null, null]
  if (typeof off === 'string') return ['PERCENTAGE', off.replace('%', ''), null, null]
  if (typeof off === 'number') return ['FIXED_AMOUNT', null, off, 'CHF']
  return ['FIXED_AMOUNT_RESERVATION', null, off.order, 'CHF']
}

const INSERT_EXTRA = `
  with extra as (
    insert into additional_service (event_id, type, supplement_policy, title, price, percentage, available_quantity,
      max_qty_per_order, vat_type, inception, expiration)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id, available_quantity
  ), units as (
    insert into additional_service_item (service_id) select id from extra, generate_series(1, available_quantity)
  )
  select id from extra`

const INSERT_CODE = `
  insert into promo_code (organization_id, event_id, code, code_type, discount_type, percentage, amount, currency,
    valid_from, valid_to, max_usage, categories, hidden_category_id, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, now()) returning id`

const INSERT_RULE = `
  insert into discount_rule (event_id, minimum_tickets, categories, discount_type, percentage, amount)
  values ($1, $2, $3, $4, $5, $6) returning id`
