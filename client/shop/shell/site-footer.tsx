import { Link } from '#client/kit/button/button.tsx'
import { findOrdersPagePath } from '#contract/paths.ts'
import { useT } from '../../language/language-context.ts'
import css from './site-footer.module.css'

type SiteFooterProps = {
  readonly termsUrl: string | null | undefined
  readonly privacyUrl: string | null | undefined
  /** Leads to the orders of those who have lost their mail; not where a buyer is at work on one. */
  readonly findsOrders?: boolean
}

/** Links to the terms and the privacy notice, where there are any. */
export function SiteFooter({ termsUrl, privacyUrl, findsOrders = false }: SiteFooterProps) {
  const t = useT()
  if (!termsUrl && !privacyUrl && !findsOrders) return null
  return (
    <footer className={css.footer}>
      {findsOrders ? <Link to={findOrdersPagePath}>{t('foyer.find-orders.link')}</Link> : null}
      {termsUrl ? <a href={termsUrl}>{t('reservation-page.tc.link.text')}</a> : null}
      {privacyUrl ? <a href={privacyUrl}>{t('reservation-page.privacy.link.text')}</a> : null}
    </footer>
  )
}
