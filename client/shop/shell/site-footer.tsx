import { useT } from '../../language/language-context.ts'
import css from './site-footer.module.css'

type SiteFooterProps = { readonly termsUrl: string | null | undefined; readonly privacyUrl: string | null | undefined }

/** Links to the terms and the privacy notice, where there are any. */
export function SiteFooter({ termsUrl, privacyUrl }: SiteFooterProps) {
  const t = useT()
  if (!termsUrl && !privacyUrl) return null
  return (
    <footer className={css.footer}>
      {termsUrl ? <a href={termsUrl}>{t('reservation-page.tc.link.text')}</a> : null}
      {privacyUrl ? <a href={privacyUrl}>{t('reservation-page.privacy.link.text')}</a> : null}
    </footer>
  )
}
