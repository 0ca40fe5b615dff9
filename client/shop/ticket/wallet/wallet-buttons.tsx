import { useSearchParams } from 'react-router'
import { ButtonAnchor } from '#client/kit/button/button.tsx'
import { Icon } from '#client/kit/mark/mark.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import type { WalletConfiguration } from '#contract/configuration.ts'
import { UNREACHABLE_WALLET } from '#contract/wallet-notice.ts'
import type { TicketPlace } from '../calls.ts'
import { linksOfWallets } from './links-of-wallets.ts'
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
