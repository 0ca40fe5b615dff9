import type { FastifyInstance } from 'fastify'
import { ABORTED, DECLINED, verdictOn } from './cards.ts'
import { bankPage, endedPage, paymentPage, unknownPage } from './pages.ts'
import { abort, ask, authenticate, endDue, fail, pay } from './payments.ts'
import { CARDS, type FakePage, type World } from './world.ts'

const HTML = 'text/html; charset=utf-8'

type Page = { readonly Params: { readonly token: string } }
type Sent = Page & { readonly Body: string }

/** What browsers ask. */
export function serveBrowsers(app: FastifyInstance, world: World): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, body),
  )
  app.get<Page>('/page/:token', ({ params }, reply) => {
    void reply.type(HTML)
    endDue(world)
    const page = world.pages.get(params.token)
    if (!page) return reply.code(404).send(unknownPage())
    return opened(world, page) ? paymentPage(page) : endedPage(page)
  })
  app.post<Sent>('/page/:token', ({ params, body }, reply) => {
    void reply.type(HTML)
    const page = world.pages.get(params.token)
    if (!page) return reply.code(404).send(unknownPage())
    if (!canBePaid(page)) return endedPage(page)
    const shown = act(world, page, new URLSearchParams(body))
    return shown ?? reply.redirect(page.returnUrl, 303)
  })
  app.post<Sent>('/page/:token/bank', ({ params, body }, reply) => {
    void reply.type(HTML)
    const page = world.pages.get(params.token)
    if (!page?.isUnderWay) return reply.code(404).send(unknownPage())
    authenticate(world, page, new URLSearchParams(body).get('act') === 'pay')
    return reply.redirect(page.returnUrl, 303)
  })
}

/** It opens once: another time ends the attempt. */
function opened(world: World, page: FakePage): boolean {
  if (!canBePaid(page) || world.now() >= page.expires) return false
  if (page.isOpened) {
    fail(world, page, ABORTED)
    return false
  }
  page.isOpened = true
  return true
}

const canBePaid = ({ error, transaction, isUnderWay }: FakePage): boolean =>
  error === null && transaction === null && !isUnderWay

/** Answers what is shown next; undefined where the buyer goes back to the shop. */
function act(world: World, page: FakePage, form: URLSearchParams): string | void {
  const method = form.get('method') ?? page.methods[0] ?? ''
  switch (form.get('act')) {
    case 'cancel':
      return abort(world, page)
    case 'refuse':
      return fail(world, page, DECLINED)
    case 'pay':
      break
    default:
      return paymentPage(page, 'Press one of the buttons.')
  }
  if (!CARDS.has(method)) return pay(world, page, method)
  const number = (form.get('number') ?? '').replaceAll(' ', '')
  const isWhole = (form.get('expiry') ?? '').trim() !== '' && (form.get('cvc') ?? '').trim() !== ''
  const verdict = verdictOn(number, page.order.amount)
  if (!verdict || !isWhole) return paymentPage(page, 'This is no card for tests, or something is missing.')
  if (!verdict.isAsking) return pay(world, page, method, verdict)
  ask(page)
  return bankPage(page)
}
