import { useSearchParams } from '#client/routing/router.tsx'
import { ButtonAnchor } from '#client/kit/button/button.tsx'
import { Icon } from '#client/kit/mark/mark.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import type { WalletConfiguration } from '#contract/configuration.ts'
import {
  UNREACHABLE_WALLET,
  applePassPath,
  appleSubscriptionPath,
  googleSubscriptionPath,
  googleWalletPath,
} from '#contract/ticket-paths.ts'
import type { TicketPlace } from '../calls.ts'
import type { ReactNode } from 'react'
import { pathTo } from '#contract/paths.ts'
import { isEmbedded } from '../../shell/embedding/is-embedded.ts'
import css from './wallet.module.css'

type WalletButtonsProps = { readonly place: TicketPlace; readonly wallets: WalletConfiguration }

/** The wallets that take this ticket; and a notice for a visitor who comes back because one could not be reached. */
export function WalletButtons({ place, wallets }: WalletButtonsProps) {
  const t = useT()
  const [search] = useSearchParams()
  const links = linksOfWallets(place, wallets)
  if (links.length === 0) return null
  return (
    <div className={css.wallets}>
      {search.get(UNREACHABLE_WALLET.name) === UNREACHABLE_WALLET.value && (
        <Notice tone="warn">{t('foyer.wallet.unreachable')}</Notice>
      )}
      {links.map(({ textKey, ...link }) => (
        <ButtonAnchor key={textKey} wide tone="quiet" {...link}>
          <Icon name="ticket" />
          {t(textKey)}
        </ButtonAnchor>
      ))}
    </div>
  )
}

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

type WalletLink = { readonly textKey: string; readonly href: string; readonly target?: '_blank' }

/** Where the ticket goes into a wallet; none where no wallet is set up, or the ticket is not ready. */
function linksOfWallets({ shortName, ticketId }: TicketPlace, wallets: WalletConfiguration): readonly WalletLink[] {
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
