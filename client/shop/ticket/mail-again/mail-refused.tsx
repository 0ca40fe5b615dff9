import { Notice } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import css from './mail-refused.module.css'
import { ORDER_CANCELLED, type MailRefusal } from './mail-refusal.ts'
import { waitText } from './wait-text.ts'

/**
 * Says by the button why a mail is not sent again, and where what it brings may be found: it has been sent often enough for
 * now, or the order was cancelled. Null while there is nothing to say.
 */
export function MailRefused({ refusal }: { readonly refusal: MailRefusal | null }) {
  const t = useT()
  return (
    <div role="status" className={css.refused}>
      {refusal && <Notice>{refusal.kind === 'wait' ? t(...waitText(refusal.seconds)) : t(ORDER_CANCELLED)}</Notice>}
    </div>
  )
}
