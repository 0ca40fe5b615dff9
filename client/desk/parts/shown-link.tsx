import { CopyButton } from '#client/kit/button/button.tsx'
import { QrCode } from '#client/kit/qr-code/qr-code.tsx'
import css from './shown-link.module.css'

type ShownLinkProps = {
  readonly title: string
  readonly link: string
  /** What the code is, for those who do not see it. */
  readonly codeName: string
  /** That it is shown this once. */
  readonly once: string
}

/** A link with a key that is shown once: as a code for a telephone, and to be copied. */
export function ShownLink({ title, link, codeName, once }: ShownLinkProps) {
  return (
    <div className={css.shown}>
      <b>{title}</b>
      <QrCode text={link} name={codeName} />
      <p className="soft">{once}</p>
      <div className={css.link}>
        <span>{link}</span>
        <CopyButton text={link} subject={title} />
      </div>
    </div>
  )
}
