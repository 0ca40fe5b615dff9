import { CopyButton } from '#client/kit/button/button.tsx'
import { QrCode } from '#client/kit/qr-code/qr-code.tsx'
import { useT } from '#client/language/language-context.ts'
import css from './sponsors.module.css'

/** The link of a sponsor, this once: as a code, and to be copied. */
export function ShownLink({ name, link }: { readonly name: string; readonly link: string }) {
  const t = useT()
  const title = t('foyer.desk.sponsors.link', name)
  return (
    <div className={css.made}>
      <b>{title}</b>
      <QrCode text={link} name={title} />
      <p className="soft">{t('foyer.desk.sponsors.once')}</p>
      <div className={css.link}>
        <span>{link}</span>
        <CopyButton text={link} subject={title} />
      </div>
    </div>
  )
}
