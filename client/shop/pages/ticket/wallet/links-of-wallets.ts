import type { WalletConfiguration } from '#contract/configuration.ts'
import { pathTo } from '#contract/paths.ts'
import { applePassPath, googleWalletPath } from '#contract/ticket-paths.ts'
import { isEmbedded } from '../../../embedding/is-embedded.ts'
import type { TicketPlace } from '../calls.ts'

export type WalletLink = { readonly textKey: string; readonly href: string; readonly target?: '_blank' }

/** Where the ticket goes into a wallet; none where no wallet is set up, or the ticket is not ready. */
export function linksOfWallets(
  { shortName, ticketId }: TicketPlace,
  { gWalletEnabled, passEnabled }: WalletConfiguration,
): readonly WalletLink[] {
  const params = { eventName: shortName, uuid: ticketId }
  return [
    ...(passEnabled ? [{ textKey: 'foyer.wallet.apple', href: pathTo(applePassPath, params) }] : []),
    ...(gWalletEnabled
      ? [{ textKey: 'foyer.wallet.google', href: pathTo(googleWalletPath, params), ...outOfFrame() }]
      : []),
  ]
}

/** Google refuses to be shown inside another page. */
const outOfFrame = () => (isEmbedded() ? ({ target: '_blank' } as const) : {})
