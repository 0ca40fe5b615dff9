import type { WalletConfiguration } from '#contract/configuration.ts'
import { pathTo } from '#contract/paths.ts'
import {
  applePassPath,
  appleSubscriptionPath,
  googleSubscriptionPath,
  googleWalletPath,
} from '#contract/ticket-paths.ts'
import { isEmbedded } from '../../shell/embedding/is-embedded.ts'
import type { TicketPlace } from '../calls.ts'

export type WalletLink = { readonly textKey: string; readonly href: string; readonly target?: '_blank' }

/** Where the ticket goes into a wallet; none where no wallet is set up, or the ticket is not ready. */
export function linksOfWallets(
  { shortName, ticketId }: TicketPlace,
  wallets: WalletConfiguration,
): readonly WalletLink[] {
  const params = { eventName: shortName, uuid: ticketId }
  return linksTo({ apple: pathTo(applePassPath, params), google: pathTo(googleWalletPath, params) }, wallets)
}

/** The same of a bought pass, by its order. */
export function passLinksOfWallets(
  params: { readonly id: string; readonly reservationId: string },
  wallets: WalletConfiguration,
): readonly WalletLink[] {
  return linksTo(
    { apple: pathTo(appleSubscriptionPath, params), google: pathTo(googleSubscriptionPath, params) },
    wallets,
  )
}

type Addresses = { readonly apple: string; readonly google: string }

function linksTo({ apple, google }: Addresses, { passEnabled, gWalletEnabled }: WalletConfiguration): WalletLink[] {
  return [
    ...(passEnabled ? [{ textKey: 'foyer.wallet.apple', href: apple }] : []),
    ...(gWalletEnabled ? [{ textKey: 'foyer.wallet.google', href: google, ...outOfFrame() }] : []),
  ]
}

/** Google refuses to be shown inside another page. */
const outOfFrame = () => (isEmbedded() ? ({ target: '_blank' } as const) : {})
