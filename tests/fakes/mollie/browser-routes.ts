import type { FastifyInstance } from 'fastify'
import { REASONS, TEST_CARDS, checkoutPage, endedPage, unknownPage } from './pages.ts'
import { cancel, fail, isOpen, pay, process } from './payments.ts'
import type { FakePayment, World } from './world.ts'

const HTML = 'text/html; charset=utf-8'

type Page = { readonly Params: { readonly id: string } }
type Sent = Page & { readonly Body: string }

/** What browsers ask. */
export function serveBrowsers(app: FastifyInstance, world: World): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, body),
  )
  app.get<Page>('/checkout/:id', ({ params }, reply) => {
    void reply.type(HTML)
    const payment = world.payments.get(params.id)
    if (!payment) return reply.code(404).send(unknownPage())
    if (!isOpen(world, payment)) return endedPage(payment)
    payment.isStarted = true
    return checkoutPage(payment)
  })
  app.post<Sent>('/checkout/:id', ({ params, body }, reply) => {
    void reply.type(HTML)
    const payment = world.payments.get(params.id)
    if (!payment) return reply.code(404).send(unknownPage())
    if (!isOpen(world, payment)) return endedPage(payment)
    const wrong = act(world, payment, new URLSearchParams(body))
    if (wrong !== null) return checkoutPage(payment, wrong)
    const { status, cancelUrl, redirectUrl } = payment
    return reply.redirect(status === 'canceled' ? (cancelUrl ?? redirectUrl) : redirectUrl, 303)
  })
}

/** Answers what is wrong; null where the buyer goes back to the shop. */
function act(world: World, payment: FakePayment, form: URLSearchParams): string | null {
  const method = payment.methods.find(name => name === form.get('method')) ?? payment.methods[0] ?? ''
  switch (form.get('act')) {
    case 'cancel':
      cancel(world, payment)
      return null
    case 'refuse':
      fail(world, payment, REASONS.find(reason => reason === form.get('reason')) ?? 'unknown_reason')
      return null
    case 'later':
      process(payment)
      return null
    case 'pay': {
      const wrong = method === 'creditcard' ? wrongCard(form) : null
      if (wrong === null) pay(world, payment, method)
      return wrong
    }
    default:
      return 'Press one of the buttons.'
  }
}

function wrongCard(form: URLSearchParams): string | null {
  const typed = (name: string) => (form.get(name) ?? '').replaceAll(' ', '')
  const isWhole = typed('expiry') !== '' && typed('cvv') !== ''
  return TEST_CARDS.includes(typed('number')) && isWhole ? null : 'This is no card for tests, or something is missing.'
}
