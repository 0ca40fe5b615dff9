import { useSearchParams } from 'react-router'
import { Notice } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import type { SubscriptionInfo } from '#contract/reservation.ts'
import { UNREACHABLE_WALLET } from '#contract/wallet-notice.ts'
import { passLinksOfWallets } from '../../ticket/wallet/links-of-wallets.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import css from './success.module.css'

/** The wallets that take this pass; and a notice for a visitor who comes back because one could not be reached. */
export function PassWallets({ pass: { walletConfiguration } }: { readonly pass: SubscriptionInfo }) {
  const t = useT()
  const [search] = useSearchParams()
  const { place } = useOpenReservation()
  const ids = { id: place.publicIdentifier, reservationId: place.reservationId }
  const links = passLinksOfWallets(ids, walletConfiguration)
  if (links.length === 0) return null
  return (
    <div className={css.keep}>
      {search.get(UNREACHABLE_WALLET.name) === UNREACHABLE_WALLET.value && (
        <Notice tone="warn">{t('foyer.wallet.pass-unreachable')}</Notice>
      )}
      <p>
        {links.map(({ textKey, ...link }) => (
          <a key={textKey} className={css.link} {...link}>
            {t(textKey)}
          </a>
        ))}
      </p>
    </div>
  )
}
