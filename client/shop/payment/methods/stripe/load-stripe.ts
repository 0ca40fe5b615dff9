import type { StripeConstructor } from '@stripe/stripe-js'

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
