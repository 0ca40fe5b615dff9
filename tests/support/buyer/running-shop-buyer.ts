import { expect, vi } from 'vitest'
import { cancelReservation, confirmReservation, getReservation, validateToOverview } from '#contract/booking.ts'
import { type TicketCategory, getTicketCategories } from '#contract/event.ts'
import { reserveTickets } from '#contract/reserve.ts'
import { aBuyer } from './buyer.ts'
import { statusOf } from './purchase.ts'
import type { RunningShop } from '../shop/running-shop.ts'

export type Person = { readonly firstName: string; readonly lastName: string; readonly email: string }

/** Another buyer at the same time, without a browser. */
export type OtherBuyer = {
  /** Holds so many tickets by the name of their category; returns the id of the reservation. */
  reserve(shortName: string, counts: Readonly<Record<string, number>>): Promise<string>
  /** As many as can be had of one category, an order after the other. */
  reserveAll(shortName: string, category: string): Promise<readonly string[]>
  /** Sets this name for the buyer and all attendees of the reservation. */
  fillIn(reservationId: string, person: Person): Promise<void>
  /** Confirms what costs nothing. */
  confirmFree(reservationId: string): Promise<void>
  release(reservationId: string): Promise<void>
}

export function otherBuyer({ url }: Pick<RunningShop, 'url'>): OtherBuyer {
  const buyer = aBuyer(url)

  async function categoriesOf(shortName: string): Promise<readonly TicketCategory[]> {
    return (await buyer.expect(getTicketCategories, 200, { params: { shortName } })).ticketCategories
  }

  const reserve: OtherBuyer['reserve'] = async (shortName, counts) => {
    const categories = await categoriesOf(shortName)
    const reservation = Object.entries(counts).map(([name, amount]) => {
      const category = categories.find(one => one.name === name)
      if (!category) throw new Error(`${shortName} has no category ${name}`)
      return { ticketCategoryId: category.id, amount }
    })
    const ask = { params: { shortName }, query: { lang: 'en' }, body: { reservation } }
    const { value } = await buyer.expect(reserveTickets, 200, ask)
    if (value === null) throw new Error(`${shortName}: reserved, but without an id`)
    return value
  }

  return {
    reserve,
    reserveAll: async (shortName, name) => {
      const ids: string[] = []
      for (;;) {
        const category = (await categoriesOf(shortName)).find(one => one.name === name)
        if (!category?.saleableAndLimitNotReached) return ids
        ids.push(await reserve(shortName, { [name]: category.maximumSaleableTickets }))
      }
    },
    fillIn: async (reservationId, person) => {
      const params = { reservationId }
      const { ticketsByCategory } = await buyer.expect(getReservation, 200, { params })
      const all = ticketsByCategory.flatMap(({ tickets }) => tickets)
      const tickets = Object.fromEntries(all.map(({ uuid }) => [uuid, { ...person, userLanguage: 'en' }]))
      await buyer.expect(validateToOverview, 200, { params, query: { lang: 'en' }, body: { ...person, tickets } })
    },
    confirmFree: async reservationId => {
      const agreed = { termAndConditionsAccepted: true, privacyPolicyAccepted: true }
      await buyer.expect(confirmReservation, 200, {
        params: { reservationId },
        query: { lang: 'en' },
        body: { ...agreed, paymentProxy: null, selectedPaymentMethod: 'NONE' },
      })
      await vi.waitFor(async () => expect(await statusOf(buyer, reservationId)).toBe('COMPLETE'), { timeout: 10_000 })
    },
    release: async reservationId => {
      await buyer.expect(cancelReservation, 200, { params: { reservationId } })
    },
  }
}
