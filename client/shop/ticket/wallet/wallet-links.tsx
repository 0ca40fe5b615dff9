import type { ReactNode } from 'react'
import { useT } from '#client/language/language-context.ts'
import type { WalletConfiguration } from '#contract/configuration.ts'
import type { TicketPlace } from '../calls.ts'
import { linksOfWallets } from './links-of-wallets.ts'

type WalletLinksProps = {
  readonly place: TicketPlace
  readonly wallets: WalletConfiguration
  /** Whose ticket it is, for screen readers. */
  readonly children: ReactNode
}

/** The wallets that take this ticket, among other things that can be done with it. */
export function WalletLinks({ place, wallets, children }: WalletLinksProps) {
  const t = useT()
  return linksOfWallets(place, wallets).map(({ textKey, ...link }) => (
    <a key={textKey} {...link}>
      {t(textKey)}
      {children}
    </a>
  ))
}
