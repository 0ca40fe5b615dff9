import type { EventFile } from '#contract/event-file.ts'
import type { GoogleWallet } from '../../fakes/google-wallet.ts'
import { aBuyer } from '../buyer/buyer.ts'
import type { PassCertificates } from './pass-certificates.ts'
import { ticketIdsOf } from '#tests/support/buyer/ids-of-tickets.ts'
import { buy, infoOf, ticketsOf } from '../buyer/purchase.ts'

/** What an organiser states to have tickets in wallets. */

type Stated = NonNullable<EventFile['settings']>

export const PASS_TYPE_IDENTIFIER = 'pass.example.foyer'

export const googleSettings = ({ serviceAccountKey }: Pick<GoogleWallet, 'serviceAccountKey'>): Stated => ({
  ENABLE_WALLET: true,
  WALLET_ISSUER_IDENTIFIER: '3388000000012345678',
  WALLET_SERVICE_ACCOUNT_KEY: serviceAccountKey,
})

export const appleSettings = ({ keystore, password, alias }: PassCertificates): Stated => ({
  ENABLE_PASS: true,
  PASSBOOK_TYPE_IDENTIFIER: PASS_TYPE_IDENTIFIER,
  PASSBOOK_TEAM_IDENTIFIER: 'ABCDE12345',
  PASSBOOK_KEYSTORE: keystore,
  PASSBOOK_KEYSTORE_PASSWORD: password,
  PASSBOOK_PRIVATE_KEY_ALIAS: alias,
})

export type WalletTicket = { readonly eventName: string; readonly uuid: string; readonly order: string }

/** The same ticket with the id by which its holder has it now: another one once it has been passed on. */
export async function asHeld(shop: Parameters<typeof ticketIdsOf>[0], ticket: WalletTicket): Promise<WalletTicket> {
  const [uuid] = await ticketIdsOf(shop, ticket.order)
  if (uuid === undefined) throw new Error('an order without a ticket')
  return { ...ticket, uuid }
}

/** One free ticket, Ada's. */
export async function aFreeTicket(url: string, eventName: string, category = 'Everybody'): Promise<WalletTicket> {
  const buyer = aBuyer(url)
  const order = await buy(buyer, eventName, { [category]: 1 }, { by: 'NONE' })
  const [ticket] = ticketsOf(await infoOf(buyer, order))
  if (!ticket) throw new Error('an order without a ticket')
  return { eventName, uuid: ticket.uuid, order }
}
