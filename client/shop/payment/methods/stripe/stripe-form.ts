import type {
  Appearance,
  Stripe,
  StripeConstructor,
  StripeElementLocale,
  StripeElements,
  StripeError,
} from '@stripe/stripe-js'
import type { FormFacts, Shortcoming, ShowForm, ShownForm } from '../payment-form.ts'

type OnState = Parameters<ShowForm>[2]

/** Stripe's own form: with strong authentication its Payment Element, without it a card field for a token. */
export const showStripeForm: ShowForm = async (place, facts, onState) => {
  const { parameters, language } = facts
  const create = await loadStripe(String(parameters['stripeScript']))
  const account = parameters['stripeConnectedAccount']
  const stripe = create(String(parameters['stripe_p_key']), {
    locale: language as StripeElementLocale,
    ...(typeof account === 'string' && { stripeAccount: account }),
  })
  return parameters['enableSCA'] === true
    ? showPaymentElement({ stripe, place, onState }, facts)
    : showCardElement({ stripe, place, onState })
}

type Showing = { readonly stripe: Stripe; readonly place: HTMLElement; readonly onState: OnState }

function showPaymentElement({ stripe, place, onState }: Showing, facts: FormFacts): Promise<ShownForm> {
  const { parameters, buyer, orderAddress } = facts
  const elements = stripe.elements({
    mode: 'payment',
    amount: Number(parameters['stripeAmount']),
    currency: String(parameters['stripeCurrency']),
    allowedPaymentMethodTypes: String(parameters['stripeMethods']).split(','),
    appearance: appearanceOf(place),
  })
  const element = elements.create('payment', { fields: { billingDetails: { name: 'never', email: 'never' } } })
  element.on('change', ({ complete }) => onState(complete ? 'complete' : 'incomplete'))
  const check = async () => {
    const { error } = await elements.submit()
    return error ? shortcoming(error) : ({ kind: 'ready' } as const)
  }
  const confirm = (secret: string) => confirmPayment(stripe, { elements, secret, buyer, orderAddress })
  return whenReady(element, place, { check, confirm, remove: () => element.destroy() })
}

function showCardElement({ stripe, place, onState }: Showing): Promise<ShownForm> {
  const element = stripe.elements().create('card')
  element.on('change', ({ complete }) => onState(complete ? 'complete' : 'incomplete'))
  const check = async () => {
    const { token, error } = await stripe.createToken(element)
    return error ? shortcoming(error) : ({ kind: 'token', token: token.id } as const)
  }
  // Nothing is left to be confirmed: Pay takes the money with the token.
  const confirm = async () => ({ kind: 'done' }) as const
  return whenReady(element, place, { check, confirm, remove: () => element.destroy() })
}

type Mountable = {
  mount(place: HTMLElement): void
  on(event: 'ready', listener: () => void): unknown
  on(event: 'loaderror', listener: (event: { readonly error: StripeError }) => void): unknown
}

function whenReady(element: unknown, place: HTMLElement, form: ShownForm): Promise<ShownForm> {
  const mountable = element as Mountable
  return new Promise((resolve, reject) => {
    mountable.on('ready', () => resolve(form))
    mountable.on('loaderror', ({ error }) => reject(new Error(`the form did not load: ${error.type}`)))
    mountable.mount(place)
  })
}

type Confirming = Pick<FormFacts, 'buyer' | 'orderAddress'> & {
  readonly elements: StripeElements
  readonly secret: string
}

async function confirmPayment(stripe: Stripe, { elements, secret, buyer, orderAddress }: Confirming) {
  const { error } = await stripe.confirmPayment({
    elements,
    clientSecret: secret,
    confirmParams: {
      return_url: `${orderAddress}/payment/stripe/return`,
      payment_method_data: { billing_details: { name: buyer.name, email: buyer.email } },
    },
    redirect: 'if_required',
  })
  // It may have been paid in another tab: then its status counts.
  const isPaid = ['succeeded', 'processing'].includes(error?.payment_intent?.status ?? '')
  return error && !isPaid ? shortcoming(error) : ({ kind: 'done' } as const)
}

/** The buyer has closed the question of the bank, or not passed it: no fault of the card, whose words would mislead (lifecycle B.3). */
const NOT_CONFIRMED = 'payment_intent_authentication_failure'

/** What Stripe says about a card or a field is written for buyers; everything else is not. */
function shortcoming({ type, code, message }: StripeError): Shortcoming {
  if (code === NOT_CONFIRMED) return { kind: 'wrong', message: null, text: 'foyer.payment.not-confirmed' }
  const isForBuyers = type === 'card_error' || type === 'validation_error'
  return { kind: 'wrong', message: isForBuyers && message !== undefined ? message : null }
}

/** Stripe draws its frame, so Stripe gets our colours as they are now. */
function appearanceOf(place: HTMLElement): Appearance {
  const probe = place.appendChild(document.createElement('span'))
  const colour = (name: string): string => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const variables = {
    colorPrimary: colour('--accent'),
    colorBackground: colour('--card'),
    colorText: colour('--ink'),
    colorTextSecondary: colour('--ink-soft'),
    colorDanger: colour('--bad'),
    fontFamily: getComputedStyle(place).fontFamily,
    borderRadius: '9px',
  }
  probe.remove()
  return { theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'stripe', variables }
}

/** Stripe's library loads its script from one fixed address; ours is what the server says (decision 34). */

let arriving: Promise<StripeConstructor> | undefined

/** Fetches the script, once a page; fails when it can't be had, and then it may be tried again. */
export function loadStripe(address: string): Promise<StripeConstructor> {
  arriving ??= load(address).catch((error: unknown) => {
    arriving = undefined
    throw error
  })
  return arriving
}

function load(address: string): Promise<StripeConstructor> {
  return new Promise((resolve, reject) => {
    const element = document.createElement('script')
    element.src = address
    element.async = true
    element.addEventListener('load', () => {
      const { Stripe } = globalThis as { Stripe?: StripeConstructor }
      if (Stripe) resolve(Stripe)
      else reject(new Error(`${address} is another script`))
    })
    element.addEventListener('error', () => {
      element.remove()
      reject(new Error(`${address} did not load`))
    })
    document.head.append(element)
  })
}
