import { ORDER_FILTERS, type OrderFilterName } from '#contract/desk-order.ts'
import { deskOrderPath, deskOrdersPath } from '#contract/paths.ts'
import { PAYMENT_PROXIES, type PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { queryOptions } from '#client/frame/calls/use-query.tsx'

/** Which orders are listed, as the address of the page says it. */
export type OrderQuery = {
  readonly q: string
  readonly contextId: number | undefined
  readonly show: OrderFilterName | undefined
  readonly method: PaymentProxy | undefined
  readonly tag: string
  readonly channel: string
  /** Only those of the last so many days. */
  readonly days: number | undefined
}

/** Times that can be chosen, in days. */
export const DAYS = [1, 7, 30, 365] as const

/** What the address says; what it says wrongly counts as not said. */
export function orderQueryOf(address: URLSearchParams): OrderQuery {
  const contextId = Number(address.get('event'))
  return {
    q: address.get('q') ?? '',
    contextId: Number.isInteger(contextId) && contextId > 0 ? contextId : undefined,
    show: ORDER_FILTERS.find(each => each === address.get('show')),
    method: PAYMENT_PROXIES.find(each => each === address.get('method')),
    tag: address.get('tag') ?? '',
    channel: address.get('channel') ?? '',
    days: DAYS.find(each => String(each) === address.get('days')),
  }
}

const DAY_MS = 86_400_000

/** The list as its call names it. */
export function filterOf({ q, tag, channel, days, contextId, show, method }: OrderQuery) {
  return {
    ...(contextId !== undefined && { contextId }),
    ...(show !== undefined && { show }),
    ...(method !== undefined && { method }),
    ...(days !== undefined && { since: Math.max(0, Date.now() - days * DAY_MS) }),
    ...(q !== '' && { q }),
    ...(tag !== '' && { tag }),
    ...(channel !== '' && { channel }),
  }
}

/** A page of the list. */
export const ordersQuery = (query: OrderQuery, cursor: string) =>
  queryOptions({
    queryKey: ['desk', 'orders', JSON.stringify(query), cursor],
    queryFn: ({ signal }) => {
      return valueOf(
        server().call('GET', deskOrdersPath, {
          query: { ...filterOf(query), ...(cursor !== '' && { cursor }) },
          signal,
        }),
      )
    },
    staleTime: 5_000,
  })

/** An order with all that belongs to it. */
export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['desk', 'order', orderId],
    queryFn: ({ signal }) => valueOf(server().call('GET', deskOrderPath, { params: { orderId }, signal })),
    staleTime: 2_000,
  })
