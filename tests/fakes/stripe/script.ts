/**
 * What browsers load instead of Stripe.js: the calls a shop makes, and frames of this server's own origin for everything
 * about cards. Wrong calls throw, as with the real one.
 */
export const stripeScript = `(() => {
const home = new URL(document.currentScript.src).origin
const refuse = message => { throw new Error('IntegrationError: ' + message) }
let calls = 0

/** A frame of the service in the page, which answers questions. */
function openFrame(place, path, title, onMessage) {
  const element = document.createElement('iframe')
  element.src = home + path
  element.title = title
  element.style.cssText = 'border: 0; inline-size: 100%; block-size: 24rem'
  const answers = new Map()
  const hear = ({ source, origin, data }) => {
    if (source !== element.contentWindow || origin !== home) return
    if (data.height) return void (element.style.blockSize = data.height + 16 + 'px')
    if (data.answers === undefined) return onMessage(data)
    answers.get(data.answers)?.(data.result)
    answers.delete(data.answers)
  }
  addEventListener('message', hear)
  place.append(element)
  return {
    ask: (question, details) => new Promise(resolve => {
      calls += 1
      answers.set(calls, resolve)
      element.contentWindow.postMessage({ question, details, number: calls }, home)
    }),
    close() { removeEventListener('message', hear); element.remove() },
  }
}

function checkOptions({ mode, amount, currency }) {
  if (mode === undefined) return
  if (mode !== 'payment') refuse('mode has to be payment')
  if (!Number.isInteger(amount) || amount < 1) refuse('amount has to be in the smallest unit')
  if (!/^[a-z]{3}$/.test(currency ?? '')) refuse('currency has to be three lower-case letters')
}

function createElement(kind, group, settings) {
  const listeners = new Map()
  const tell = (name, event) => { for (const listener of listeners.get(name) ?? []) listener(event) }
  let frame = null
  const element = {
    kind, group,
    on(name, listener) { listeners.set(name, [...(listeners.get(name) ?? []), listener]); return element },
    off(name, listener) {
      listeners.set(name, (listeners.get(name) ?? []).filter(known => listener && known !== listener))
      return element
    },
    mount(target) {
      const place = typeof target === 'string' ? document.querySelector(target) : target
      if (!place) refuse('there is nothing to mount into')
      const { allowedPaymentMethodTypes, paymentMethodTypes } = group.options
      const methods = kind === 'card' ? ['card'] : allowedPaymentMethodTypes ?? paymentMethodTypes ?? ['card']
      const query = new URLSearchParams({ kind, methods: methods.join(','), locale: settings.locale ?? 'auto' })
      frame = openFrame(place, '/endive/form?' + query, 'Secure payment input frame', message => {
        if (message.event === 'ready') return tell('ready', { elementType: kind })
        const { complete, empty, type, error } = message
        tell('change', kind === 'card'
          ? { elementType: kind, complete, empty, brand: 'unknown', error }
          : { elementType: kind, complete, empty, collapsed: false, value: { type } })
      })
    },
    ask: (question, details) => frame ? frame.ask(question, details) : refuse('the element is not mounted'),
    unmount() { frame?.close(); frame = null },
    destroy() { element.unmount(); listeners.clear() },
    update() {}, focus() {}, blur() {}, clear() {},
  }
  return element
}

globalThis.Stripe = (key, settings = {}) => {
  if (!/^pk_(test|live)_/.test(key ?? '')) refuse('a publishable key is needed')

  const retrieve = async clientSecret => {
    const [id] = clientSecret.split('_secret')
    const query = new URLSearchParams({ key, secret: clientSecret })
    const response = await fetch(home + '/endive/intents/' + id + '?' + query)
    return response.json()
  }
  const outcome = ({ paymentIntent, error }) => {
    if (error) return { error }
    const { status, last_payment_error: failure } = paymentIntent
    return status === 'requires_payment_method' && failure
      ? { error: { ...failure, payment_intent: paymentIntent } }
      : { paymentIntent }
  }
  const goOn = async ({ paymentIntent, error }, returnUrl) => {
    const action = paymentIntent?.next_action
    if (error || !action) return outcome({ paymentIntent, error })
    if (action.redirect_to_url) {
      location.assign(action.redirect_to_url.url)
      return new Promise(() => {})
    }
    const cover = document.createElement('div')
    cover.style.cssText = 'position: fixed; inset: 0; z-index: 2147483647; background: #fff'
    document.body.append(cover)
    await new Promise(resolve => openFrame(cover, action.use_stripe_sdk.path, 'Authentication by the bank', resolve))
    cover.remove()
    return outcome(await retrieve(paymentIntent.client_secret))
  }
  const confirmBy = async (element, clientSecret, more) => {
    const { amount, currency, allowedPaymentMethodTypes } = element.group.options
    const expected = { amount, currency, methods: allowedPaymentMethodTypes }
    return goOn(await element.ask('confirm', { key, clientSecret, expected, ...more }))
  }
  return {
    elements(options = {}) {
      checkOptions(options)
      const group = { options: { ...options }, element: null, isSubmitted: false }
      return {
        group,
        create(kind) {
          if (!['payment', 'card'].includes(kind)) refuse('this stand-in has no element ' + kind)
          if (group.element) refuse('there is an element already')
          return (group.element = createElement(kind, group, settings))
        },
        getElement: kind => group.element?.kind === kind ? group.element : null,
        update(changes) { checkOptions({ ...group.options, ...changes }); Object.assign(group.options, changes) },
        async submit() {
          if (!group.element) refuse('create an element first')
          const result = await group.element.ask('submit', {})
          group.isSubmitted = !result.error
          return result
        },
      }
    },
    async confirmPayment({ elements, clientSecret, confirmParams = {}, redirect = 'always' }) {
      const { element, isSubmitted, options } = elements?.group ?? refuse('elements are needed')
      if (!clientSecret) refuse('clientSecret is needed')
      if (options.mode !== undefined && !isSubmitted) refuse('elements.submit() must be called before')
      if (!confirmParams.return_url) refuse('confirmParams.return_url is needed')
      const result = await confirmBy(element, clientSecret, { returnUrl: confirmParams.return_url })
      if (!result.error && redirect === 'always') location.assign(confirmParams.return_url)
      return result
    },
    async confirmCardPayment(clientSecret, { payment_method: { card } } = refuse('payment_method is needed')) {
      return confirmBy(card, clientSecret, { returnUrl: null })
    },
    async retrievePaymentIntent(clientSecret) { return retrieve(clientSecret) },
    async handleNextAction({ clientSecret }) { return goOn(await retrieve(clientSecret)) },
    async createToken(element) { return element.ask('token', { key }) },
  }
}
globalThis.Stripe.version = 'endive'
})()`
