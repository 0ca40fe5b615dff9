import { Notice } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import css from './mail-wait.module.css'
import { waitText } from './wait-text.ts'

/**
 * Says by the button that a mail has been sent often enough for now: where it may be, and when it can be asked for again.
 * Null while there is nothing to say.
 */
export function MailWait({ seconds }: { readonly seconds: number | null }) {
  const t = useT()
  return (
    <div role="status" className={css.wait}>
      {seconds === null ? null : <Notice>{t(...waitText(seconds))}</Notice>}
    </div>
  )
}
