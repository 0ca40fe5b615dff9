import { cardOf } from './cards.ts'
import { type Form, type Rules, fieldsOf, valuesOf } from './form.ts'
import { cancelIntent, createIntent } from './intents.ts'
import { receive } from './money.ts'
import { refund } from './refunds.ts'
import { render, renderEndpoint, renderLine } from './render.ts'
import {
  CANCEL_INTENT,
  CREATE_CHARGE,
  CREATE_INTENT,
  CREATE_REFUND,
  LIST_ENDPOINTS,
  LIST_LINES,
  LIST_OF_PAYMENT,
  NOTHING,
  RETRIEVE_CHARGE,
  RETRIEVE_INTENT,
  SEARCH_CHARGES,
  SEARCH_INTENTS,
  methodsThatFit,
} from './rules.ts'
import { UNREAD } from './unread.ts'
import { type Subject, type World, Refusal, found, invalid, missing, seconds } from './world.ts'

export type Call = { readonly world: World; readonly id: string; readonly form: Form; readonly account: string | null }

type Route = {
  readonly method: 'GET' | 'POST'
  /** Its group is the id. */
  readonly path: RegExp
  readonly rules: Rules
  /** A new payment, whose fields have to fit each other. */
  readonly isPayment?: true
  run(call: Call): unknown
}

const of = (form: Form) => valuesOf(form, 'expand[]')
const isTrue = (text: string | undefined) => text === 'true'

/** What the shop's server may ask. */
export const ROUTES: readonly Route[] = [
  { method: 'POST', path: /^\/v1\/payment_intents()$/, rules: CREATE_INTENT, isPayment: true, run: newIntent },
  {
    method: 'GET',
    path: /^\/v1\/payment_intents\/(search)$/,
    rules: SEARCH_INTENTS,
    run: call => search(call, call.world.intents),
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_intents\/(pi_\w+)$/,
    rules: RETRIEVE_INTENT,
    run: ({ world, form, ...by }) => render(world, found(world.intents, { ...by, what: 'payment_intent' }), of(form)),
  },
  { method: 'POST', path: /^\/v1\/payment_intents\/(pi_\w+)\/cancel$/, rules: CANCEL_INTENT, run: dropIntent },
  { method: 'POST', path: /^\/v1\/charges()$/, rules: CREATE_CHARGE, isPayment: true, run: newCharge },
  {
    method: 'GET',
    path: /^\/v1\/charges\/(search)$/,
    rules: SEARCH_CHARGES,
    run: call => search(call, call.world.charges),
  },
  {
    method: 'GET',
    path: /^\/v1\/charges\/(ch_\w+)$/,
    rules: RETRIEVE_CHARGE,
    run: ({ world, form, ...by }) => render(world, found(world.charges, { ...by, what: 'charge' }), of(form)),
  },
  { method: 'POST', path: /^\/v1\/refunds()$/, rules: CREATE_REFUND, run: newRefund },
  {
    method: 'GET',
    path: /^\/v1\/refunds\/(re_\w+)$/,
    rules: NOTHING,
    run: ({ world, ...by }) => render(world, found(world.refunds, { ...by, what: 'refund' })),
  },
  {
    method: 'GET',
    path: /^\/v1\/refunds()$/,
    rules: LIST_OF_PAYMENT,
    run: call => ofPayment(call, call.world.refunds),
  },
  {
    method: 'GET',
    path: /^\/v1\/disputes()$/,
    rules: LIST_OF_PAYMENT,
    run: call => ofPayment(call, call.world.disputes),
  },
  { method: 'GET', path: /^\/v1\/balance_transactions()$/, rules: LIST_LINES, run: lines },
  { method: 'GET', path: /^\/v1\/account()$/, rules: NOTHING, run: account },
  {
    method: 'GET',
    path: /^\/v1\/webhook_endpoints()$/,
    rules: LIST_ENDPOINTS,
    run: ({ world, form }) => page(form, world.endpoints, renderEndpoint),
  },
]

function newIntent({ world, form, account: by }: Call): unknown {
  const intent = createIntent(world, { ...paymentOf(form), account: by, methods: methodsThatFit(form) })
  return render(world, intent)
}

function dropIntent({ world, form, ...by }: Call): unknown {
  const intent = found(world.intents, { ...by, what: 'payment_intent' })
  cancelIntent(world, intent, form.get('cancellation_reason') ?? null)
  return render(world, intent)
}

/** The old way: a card's token is good for one charge. */
function newCharge({ world, form, account: by }: Call): unknown {
  const id = form.get('source') ?? ''
  const token = world.tokens.get(id)
  if (!token) throw missing('token', id)
  if (token.isUsed) throw invalid('A token may be used once', { code: 'token_already_used', param: 'source' })
  token.isUsed = true
  const { decline, asks } = cardOf(token.number)
  if (asks)
    throw new Refusal(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'authentication_required',
      message: 'The bank wants to authenticate the buyer.',
    })
  if (decline) throw new Refusal(402, { ...decline })
  const { number } = token
  const charge = receive(world, { ...paymentOf(form), account: by, intentId: null, method: 'card', number })
  return render(world, charge, of(form))
}

function newRefund({ world, form, account: by }: Call): unknown {
  const intentId = form.get('payment_intent')
  const id = form.get('charge') ?? (intentId === undefined ? undefined : world.intents.get(intentId)?.chargeId)
  if (id == null) throw invalid('One of the following params should be provided: payment_intent or charge')
  const charge = found(world.charges, { id, account: by, what: 'charge' })
  const amount = form.has('amount') ? Number(form.get('amount')) : null
  const returnsFee = isTrue(form.get('refund_application_fee'))
  return render(world, refund(world, charge, { amount, metadata: fieldsOf(form, 'metadata'), returnsFee }))
}

function paymentOf(form: Form) {
  return {
    amount: Number(form.get('amount')),
    currency: form.get('currency') ?? '',
    description: form.get('description') ?? null,
    metadata: fieldsOf(form, 'metadata'),
    applicationFee: Number(form.get('application_fee_amount') ?? 0),
  }
}

/** Searches lag behind by a minute. */
const SEARCH_LAG_S = 60

function search({ world, form, account: by }: Call, items: ReadonlyMap<string, Subject>): unknown {
  const [, name, value] = /^metadata\['(\w+)'\]:'([^']*)'$/.exec(form.get('query') ?? '') ?? []
  if (name === undefined || value === undefined)
    throw invalid('We were unable to parse your search query', { param: 'query' })
  const isFound = (item: Subject) =>
    item.metadata[name] === value && item.account === by && item.created <= seconds(world) - SEARCH_LAG_S
  const expand = of(form).map(field => field.replace(/^data\./, ''))
  const data = [...items.values()]
    .filter(isFound)
    .toReversed()
    .map(item => render(world, item, expand))
  return { object: 'search_result', url: '', has_more: false, data }
}

type OfCharge = Subject & { readonly chargeId: string; readonly intentId: string | null }

function ofPayment({ world, form, account: by }: Call, items: ReadonlyMap<string, OfCharge>): unknown {
  const [intent, charge] = [form.get('payment_intent'), form.get('charge')]
  const matching = [...items.values()].filter(
    item =>
      item.account === by &&
      (intent === undefined || item.intentId === intent) &&
      (charge === undefined || item.chargeId === charge),
  )
  return page(form, matching.toReversed(), item => render(world, item))
}

function lines({ world, form, account: by }: Call): unknown {
  const [from, to] = [Number(form.get('created[gte]') ?? 0), Number(form.get('created[lt]') ?? Infinity)]
  const expand = of(form).map(field => field.replace(/^data\./, ''))
  const matching = world.lines.filter(line => line.account === by && line.created >= from && line.created < to)
  return page(form, matching.toReversed(), line => renderLine(world, line, expand))
}

function account({ world, account: by }: Call): unknown {
  const { areChargesEnabled } = world.account
  const id = by ?? 'acct_foyer'
  return {
    ...UNREAD.account,
    id,
    object: 'account',
    charges_enabled: areChargesEnabled,
    country: 'CH',
    default_currency: 'chf',
  }
}

/** Ten of a list, or as many as are asked for, newest first. */
function page<Item extends { id: string }>(
  form: Form,
  items: readonly Item[],
  present: (item: Item) => unknown,
): unknown {
  const after = form.get('starting_after')
  const start = after === undefined ? 0 : items.findIndex(({ id }) => id === after) + 1
  const end = start + Number(form.get('limit') ?? 10)
  return { object: 'list', url: '', has_more: end < items.length, data: items.slice(start, end).map(present) }
}
