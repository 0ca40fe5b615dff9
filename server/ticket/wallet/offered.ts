import type { WalletConfiguration } from '#contract/configuration.ts'
import { isOnline } from '#domain/catalog/catalog/event.ts'
import { type BoughtPass, passHas } from '#domain/order/pass/bought-pass.ts'
import { type Ticket, holderOf } from '#domain/ticket/ticket/ticket.ts'
import type { Reservation } from '#domain/order/reservation/reservation.ts'
import { has } from '#domain/order/reservation/states.ts'
import type { OfferedContext, OfferedEvent } from '#server/catalog/catalog/catalog.ts'
import { configuredWallets } from '#server/documents/wallet-issuer/configured.ts'

/** Into which wallets the holder of each ticket of an order can put it: the links of the others answer 404. */
export function walletsOffered(
  { context: event, categories, settings }: OfferedEvent,
  reservation: Pick<Reservation, 'status'>,
): (ticket: Ticket) => WalletConfiguration {
  const configured = has(reservation, 'isComplete') ? configuredWallets(settings) : NONE
  return ticket => {
    const category = categories.find(({ id }) => id === ticket.categoryId)
    const isForDoor = category !== undefined && !isOnline(event, category)
    return isForDoor && holderOf(ticket) ? configured : NONE
  }
}

/** Into which wallets the owner of a bought pass can put it. */
export function walletsOfPass(
  { settings }: Pick<OfferedContext, 'settings'>,
  pass: Pick<BoughtPass, 'status'>,
): WalletConfiguration {
  return passHas(pass, 'isAcquired') ? configuredWallets(settings) : NONE
}

const NONE: WalletConfiguration = { gWalletEnabled: false, passEnabled: false }
