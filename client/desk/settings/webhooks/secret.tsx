import { CopyButton } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import css from '../settings.module.css'

/** A secret, this once. */
export function Secret({ secret }: { readonly secret: string }) {
  const t = useT()
  return (
    <div className={css.answer}>
      <b>{t('foyer.desk.webhooks.once')}</b>
      <div className={css.copied}>
        <span className={css.code}>{secret}</span>
        <CopyButton text={secret} subject={t('foyer.desk.webhooks.secret')} />
      </div>
    </div>
  )
}
