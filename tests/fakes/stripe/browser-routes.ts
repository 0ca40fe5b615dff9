import type { FastifyInstance } from 'fastify'
import { type TypedCard, wrongIn } from './cards.ts'
import { authenticate, confirm } from './intents.ts'
import { askingPage, donePage, formPage } from './pages.ts'
import { METHOD_NAMES } from './rules.ts'
import { stripeScript } from './script.ts'
import { type FakeIntent, PUBLIC_KEY, Refusal, type World, invalid, missing, newId } from './world.ts'

type Confirmation = {
  readonly key: string
  readonly clientSecret: string
  readonly type: string
  readonly card: TypedCard | null
  readonly returnUrl: string | null
  readonly expected: { readonly amount?: number; readonly currency?: string; readonly methods?: readonly string[] }
}

const HTML = 'text/html; charset=utf-8'

/** What browsers ask: the script, its frames, and what these send. */
export function serveBrowsers(app: FastifyInstance, world: World, url: () => string): void {
  serveFrames(app, world)
  app.post<{ Body: { card: TypedCard } }>('/endive/check', ({ body }) => ({ error: wrongCard(world, body.card) }))
  app.post<{ Body: { key: string; card: TypedCard } }>('/endive/tokens', ({ body }) => {
    const error = wrongCard(world, body.card)
    return error ? { error } : { token: { id: tokenFor(world, body.card.number), object: 'token' } }
  })
  app.post<{ Body: Confirmation }>('/endive/confirm', ({ body }) => confirmed(world, url(), body))
  app.get<{ Params: { id: string }; Querystring: { key: string; secret: string } }>(
    '/endive/intents/:id',
    ({ params, query }, reply) => {
      // Asked by the page of the shop itself.
      void reply.header('access-control-allow-origin', '*')
      return answered(() => renderIntent(intentBy(world, query.secret, params.id), url()))
    },
  )
}

function serveFrames(app: FastifyInstance, world: World): void {
  app.get('/endive/stripe.js', (_, reply) => reply.type('text/javascript; charset=utf-8').send(stripeScript))
  app.get<{ Querystring: { methods?: string } }>('/endive/form', ({ query }, reply) => {
    const names = (query.methods ?? 'card').split(',').filter(name => METHOD_NAMES.includes(name))
    return reply.type(HTML).send(formPage(names))
  })
  app.get<{ Querystring: { intent: string; secret: string } }>('/endive/authenticate', ({ query }, reply) => {
    const intent = intentBy(world, query.secret, query.intent)
    const { method = 'card' } = intent.nextAction ?? {}
    const backUrl = backFrom(intent)
    return reply.type(HTML).send(askingPage({ id: intent.id, secret: query.secret, method, backUrl }))
  })
  app.post<{ Body: string }>('/endive/authenticate', ({ body }, reply) => {
    const form = new URLSearchParams(body)
    const intent = intentBy(world, form.get('secret') ?? '', form.get('intent') ?? '')
    const back = backFrom(intent)
    if (intent.status === 'requires_action') authenticate(world, intent, form.get('act') === 'pay')
    if (back === null) return reply.type(HTML).send(donePage())
    const isPaid = intent.status === 'succeeded'
    return reply.redirect(`${back}&redirect_status=${isPaid ? 'succeeded' : 'failed'}`, 303)
  })
}

/** A card's token, as the form of the old way makes it. */
export function tokenFor(world: World, number: string): string {
  const id = newId('tok')
  world.tokens.set(id, { number, isUsed: false })
  return id
}

function confirmed(world: World, url: string, body: Confirmation): unknown {
  const { clientSecret, card, type, returnUrl } = body
  return answered(() => {
    if (body.key !== PUBLIC_KEY) throw new Refusal(401, { type: 'invalid_request_error', message: 'Unknown key' })
    const [id = ''] = clientSecret.split('_secret')
    const intent = intentBy(world, clientSecret, id)
    try {
      const wrong = card && wrongCard(world, card)
      if (wrong) throw new Refusal(402, wrong)
      hold(world, intent, body.expected)
      confirm(world, intent, { type, number: card?.number ?? null, returnUrl })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // The page looks at it: what was paid already is no error for the buyer.
      throw new Refusal(error.status, {
        ...error.error,
        message: error.message,
        payment_intent: renderIntent(intent, url),
      })
    }
    return renderIntent(intent, url)
  })
}

/** The form was opened for the same sum and ways to pay as the payment has. */
function hold(world: World, { id, amount, currency, methods }: FakeIntent, expected: Confirmation['expected']): void {
  if (expected.amount === undefined) return
  const isOther = expected.methods !== undefined && expected.methods.some(name => !methods.includes(name))
  if (expected.amount === amount && expected.currency === currency && !isOther) return
  world.violations.push(`${id} was confirmed by a form for another sum or other methods`)
  throw invalid('The form was made for another payment', { code: 'payment_intent_invalid_parameter' })
}

function answered(run: () => unknown): unknown {
  try {
    return { paymentIntent: run() }
  } catch (error) {
    if (error instanceof Refusal) return { error: error.error }
    throw error
  }
}

function intentBy(world: World, secret: string, id: string): FakeIntent {
  const intent = world.intents.get(id)
  if (!intent || intent.clientSecret !== secret) throw missing('payment_intent', id)
  return intent
}

function renderIntent(intent: FakeIntent, url: string): unknown {
  const { id, amount, currency, status, clientSecret, lastError, nextAction, methods } = intent
  const path = `/endive/authenticate?${new URLSearchParams({ intent: id, secret: clientSecret }).toString()}`
  const isRedirect = nextAction?.type === 'redirect_to_url'
  const where = isRedirect ? { redirect_to_url: { url: `${url}${path}` } } : { use_stripe_sdk: { path } }
  return {
    id,
    object: 'payment_intent',
    amount,
    currency,
    status,
    client_secret: clientSecret,
    payment_method_types: methods,
    last_payment_error: lastError,
    next_action: nextAction && { type: nextAction.type, ...where },
  }
}

/** Where buyers go back to from the page of another method, with what Stripe adds. */
function backFrom({ id, clientSecret, nextAction }: FakeIntent): string | null {
  if (nextAction?.type !== 'redirect_to_url' || nextAction.returnUrl === null) return null
  const url = new URL(nextAction.returnUrl)
  url.searchParams.set('payment_intent', id)
  url.searchParams.set('payment_intent_client_secret', clientSecret)
  return url.href
}

function wrongCard(world: World, card: TypedCard) {
  const code = wrongIn(card, world.now())
  return code === null ? null : { type: 'validation_error', code, message: MESSAGES[code] ?? 'Your card is invalid.' }
}

const MESSAGES: Readonly<Record<string, string>> = {
  invalid_number: 'Your card number is invalid.',
  invalid_expiry_month: "Your card's expiration date is invalid.",
  invalid_expiry_year: "Your card's expiration year is in the past.",
  invalid_cvc: "Your card's security code is incomplete.",
}
