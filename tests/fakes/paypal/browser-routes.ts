import type { FastifyInstance } from 'fastify'
import { approve } from './orders.ts'
import { SOURCES, checkoutPage, endedPage, unknownPage } from './pages.ts'
import { type FakeOrder, type World, currentOrder } from './world.ts'

const HTML = 'text/html; charset=utf-8'
const PAYER = 'QYR5Z8XDVJNXQ'

type Page = { readonly Querystring: { readonly token?: string } }
type Sent = Page & { readonly Body: string }

/** Where the buyer goes after what was done last, with what PayPal adds. */
export function wayBack({ id, status, returnUrl, cancelUrl, isLeftByCancel }: FakeOrder): string {
  const isAgreed = status !== 'PAYER_ACTION_REQUIRED' && !isLeftByCancel
  const url = new URL(isAgreed ? returnUrl : cancelUrl)
  url.searchParams.set('token', id)
  if (isAgreed) url.searchParams.set('PayerID', PAYER)
  return url.href
}

/** What browsers ask. */
export function serveBrowsers(app: FastifyInstance, world: World): void {
  app.get<Page>('/checkoutnow', ({ query }, reply) => {
    void reply.type(HTML)
    const order = currentOrder(world, query.token ?? '')
    if (!order) return reply.code(404).send(unknownPage())
    return order.capture ? endedPage(order) : checkoutPage(order)
  })
  app.post<Sent>('/checkoutnow', ({ query, body }, reply) => {
    void reply.type(HTML)
    const order = currentOrder(world, query.token ?? '')
    if (!order) return reply.code(404).send(unknownPage())
    if (order.capture) return endedPage(order)
    const form = new URLSearchParams(body)
    const [, source] = SOURCES[form.get('source') ?? 'balance'] ?? []
    const act = form.get('act')
    if (act === 'cancel') order.isLeftByCancel = true
    else if (act === 'refuse') approve(world, order, { issue: 'INSTRUMENT_DECLINED' })
    else if (act === 'pay' && source) approve(world, order, source)
    else return checkoutPage(order, 'Choose how to pay, and press one of the buttons.')
    return reply.redirect(wayBack(order), 303)
  })
}
