import type { NewOrderForm } from '#contract/desk-new-order.ts'

export type NewOrderWay = NewOrderForm['way']

/** How an order on behalf of a buyer is paid, the usual one first, with its text. */
export const NEW_ORDER_WAY_TEXTS = [
  ['LINK', 'foyer.desk.new-order.way.link'],
  ['PAID', 'foyer.desk.new-order.way.paid'],
  ['COMP', 'foyer.desk.new-order.way.free'],
] as const satisfies readonly (readonly [NewOrderWay, string])[]
