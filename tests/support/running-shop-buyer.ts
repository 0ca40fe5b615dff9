import type { TicketCategory } from '#contract/event.ts'
import type { ReservationInfo } from '#contract/reservation.ts'
import type { RunningShop } from './running-shop.ts'

export type Person = { readonly firstName: string; readonly lastName: string; readonly email: string }

/** Somebody else who buys at the same time, without a browser. */
export type OtherBuyer = {
  /** Holds so many tickets by the name of their category; answers the id of the reservation. */
  reserve(shortName: string, wanted: Readonly<Record<string, number>>): Promise<string>
  /** As many as can be had of one category, an order after the other. */
  reserveAll(shortName: string, category: string): Promise<readonly string[]>
  /** Gives everybody on the reservation this name. */
  fillIn(reservationId: string, person: Person): Promise<ReservationInfo>
  confirm(reservationId: string, proxy: 'OFFLINE' | 'ON_SITE' | null): Promise<void>
  giveBack(reservationId: string): Promise<void>
}

/** The session of one such buyer. */
export function otherBuyer({ url }: Pick<RunningShop, 'url'>): OtherBuyer {
  const call = session(url)

  async function categoriesOf(shortName: string): Promise<readonly TicketCategory[]> {
    const { ticketCategories } = await call<{ ticketCategories: readonly TicketCategory[] }>(
      'GET',
      `event/${shortName}/ticket-categories`,
    )
    return ticketCategories
  }

  const reserve: OtherBuyer['reserve'] = async (shortName, wanted) => {
    const categories = await categoriesOf(shortName)
    const reservation = Object.entries(wanted).map(([name, amount]) => {
      const category = categories.find(known => known.name === name)
      if (!category) throw new Error(`${shortName} has no category ${name}`)
      return { ticketCategoryId: category.id, amount }
    })
    const body = { reservation }
    return (await call<{ value: string }>('POST', `event/${shortName}/reserve-tickets?lang=en`, body)).value
  }

  return {
    reserve,
    reserveAll: async (shortName, name) => {
      const ids: string[] = []
      for (;;) {
        const category = (await categoriesOf(shortName)).find(known => known.name === name)
        if (!category?.saleableAndLimitNotReached) return ids
        ids.push(await reserve(shortName, { [name]: category.maximumSaleableTickets }))
      }
    },
    fillIn: async (id, person) => {
      const { ticketsByCategory } = await call<ReservationInfo>('GET', `reservation/${id}`)
      const tickets = Object.fromEntries(
        ticketsByCategory.flatMap(category => category.tickets.map(({ uuid }) => [uuid, { ...person, userLanguage: 'en' }])),
      )
      await call('POST', `reservation/${id}/validate-to-overview?lang=en`, { ...person, tickets })
      return call<ReservationInfo>('GET', `reservation/${id}`)
    },
    confirm: async (id, proxy) => {
      const agreed = { termAndConditionsAccepted: true, privacyPolicyAccepted: true }
      await call('POST', `reservation/${id}?lang=en`, { ...agreed, paymentProxy: proxy, selectedPaymentMethod: null })
    },
    giveBack: async id => {
      await call('DELETE', `reservation/${id}`)
    },
  }
}

type Call = <Value>(method: string, path: string, body?: unknown) => Promise<Value>

/** Calls below /api/v2/public with the tokens that the shop hands out. */
function session(url: string): Call {
  let [id, antiForgery] = ['', '']
  return async <Value>(method: string, path: string, body?: unknown) => {
    if (method !== 'GET' && antiForgery === '') await send('GET', 'event/none')
    const response = await send(method, path, body)
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    const text = await response.text()
    // The decoding edge: the caller knows what the call answers by its contract.
    return (text === '' ? undefined : JSON.parse(text)) as Value
  }

  async function send(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await fetch(`${url}/api/v2/public/${path}`, {
      method,
      headers: {
        'x-auth-token': id,
        'x-csrf-token': antiForgery,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    id = response.headers.get('x-auth-token') ?? id
    antiForgery = response.headers.get('xsrf-token') ?? antiForgery
    return response
  }
}
