import { Money } from '#client/kit/price/price.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import type { OrderEnd } from '#contract/order-end.ts'
import { inLanguage, otherLanguage } from '#domain/foundation/language/texts.ts'
import { useFrame } from '../frame/open-reservation.ts'
import css from './ended.module.css'

/** What the order was for, and what it cost. */
export function EndedFacts({ end: { shortId, content, currency, total } }: { readonly end: OrderEnd }) {
  const { t, language } = useLanguage()
  const { title } = useFrame().context
  return (
    <dl className={css.facts}>
      <div className={css.whole}>
        <dt>{t('foyer.ended.what')}</dt>
        <dd lang={otherLanguage(title, language)}>{inLanguage(title, language)}</dd>
        {content.map(({ name, quantity }) => (
          <dd key={JSON.stringify(name)} className={css.line}>
            {quantity} × {inLanguage(name, language)}
          </dd>
        ))}
      </div>
      <div>
        <dt>{t('foyer.ended.order')}</dt>
        <dd>{shortId}</dd>
      </div>
      {currency !== null && (
        <div>
          <dt>{t('foyer.ended.total')}</dt>
          <dd>
            <Money amount={total} currency={currency} />
          </dd>
        </div>
      )}
    </dl>
  )
}
