import type { EventFile } from '#contract/event-file.ts'
import {
  type ReservationConfirmation,
  confirmPaidReservation,
  createApiKey,
  createEvent,
  createOrganization,
  updateEvent,
} from '#contract/organiser.ts'
import { type Reply, type Buyer, aBuyer } from '../buyer/buyer.ts'

/** An organisation that sells, with a key of its own, through the organiser's API. */
export type Organiser = {
  readonly organizationId: number
  /** Sends the key with every call. */
  readonly api: Buyer
  /** Returns the short name. */
  open(event: EventFile): Promise<string>
  change(shortName: string, event: EventFile): Promise<void>
  /**
   * Confirms a reservation, as a transfer that arrived unless `transaction` is set; sends mails only as `notification`
   * says.
   */
  confirm(
    reservationId: string,
    transaction?: ReservationConfirmation['transaction'],
    notification?: ReservationConfirmation['notification'],
  ): Promise<Reply>
}

export async function anOrganiser(url: string, systemKey: string, name = 'Alpine Systems'): Promise<Organiser> {
  const slug = name.toLowerCase().replaceAll(' ', '-')
  const system = aBuyer(url, { authorization: `ApiKey ${systemKey}` })
  const { id } = await system.expect(createOrganization, 200, {
    body: { name, slug, email: `hello@${slug}.example`, description: 'Made for a test' },
  })
  return organiserWithNewKey(url, systemKey, id)
}

/** An organisation that is there, through a key that is made for it. */
export async function organiserWithNewKey(url: string, systemKey: string, organizationId: number): Promise<Organiser> {
  const system = aBuyer(url, { authorization: `ApiKey ${systemKey}` })
  const made = { params: { id: organizationId }, body: { type: 'API_CLIENT' } } as const
  const { apiKey } = await system.expect(createApiKey, 200, made)
  const api = aBuyer(url, { authorization: `ApiKey ${apiKey}` })
  return {
    organizationId,
    api,
    open: event => api.expect(createEvent, 200, { body: event }),
    change: async (shortName, event) => {
      await api.expect(updateEvent, 200, { params: { slug: shortName }, body: event })
    },
    confirm: (reservationId, transaction = { paymentProvider: 'OFFLINE' }, notification = null) =>
      api.ask(confirmPaidReservation, { params: { reservationId }, body: { transaction, notification } }),
  }
}
