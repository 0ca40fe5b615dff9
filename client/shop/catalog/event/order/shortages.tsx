import { Notice } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { type Offered, useShortages } from './use-shortages.ts'
import css from '../../offer-page.module.css'

/** What is no longer in the order, and why. */
export function Shortages(offered: Offered) {
  const t = useT()
  const shortages = useShortages(offered)
  return (
    <div role="status" className={css.shortages}>
      {shortages.length === 0 ? null : (
        <Notice tone="warn">
          {shortages.map(({ name, before, now }) => (
            <p key={name}>{now === 0 ? t('foyer.order.gone', name) : t('foyer.order.fewer', name, now, before)}</p>
          ))}
        </Notice>
      )}
    </div>
  )
}
