import { Notice } from '#client/kit/notice/notice.tsx'
import { Section } from '#client/kit/page/page.tsx'
import { datesIn, formatAmount } from '#client/language/formats.ts'
import { useLanguage } from '#client/language/language-context.ts'
import type { OrderEnd } from '#contract/order-end.ts'
import { METHOD_TEXTS } from '../../payment/methods/method-texts.ts'
import css from './ended.module.css'

type OfEnd = { readonly end: OrderEnd }
type Returned = OrderEnd['returned'][number]

/** What goes back or went back, by which way; nothing is said of an order that cost nothing. */
export function MoneyBack({ end }: OfEnd) {
  const { t, language } = useLanguage()
  const { currency, paid, returned, byOrganizer, organizationName } = end
  const isPaid = Number(paid) > 0 || byOrganizer !== null
  if (currency === null || (!isPaid && returned.length === 0)) return null
  const shown = (amount: string) => formatAmount(amount, currency, language)
  return (
    <Section title={t('foyer.ended.money')}>
      <div className={css.money}>
        {returned.map((one, position) => (
          <Notice key={`${one.at}-${position}`} tone={TONES[one.state]}>
            <ReturnedText end={end} returned={one} amount={shown(one.amount)} />
          </Notice>
        ))}
        {byOrganizer !== null && <Notice>{t('foyer.ended.by-organizer', organizationName, shown(byOrganizer))}</Notice>}
        {returned.length === 0 && byOrganizer === null && (
          <p>{t('foyer.ended.not-returned', shown(paid), organizationName)}</p>
        )}
      </div>
    </Section>
  )
}

const TONES = { UNDER_WAY: 'plain', DONE: 'good', FAILED: 'warn' } as const satisfies Record<Returned['state'], string>

type ReturnedProps = OfEnd & { readonly returned: Returned; readonly amount: string }

function ReturnedText({ end: { timeZone, organizationName }, returned, amount }: ReturnedProps) {
  const { t, language } = useLanguage()
  const { state, method, at } = returned
  const key = method === null ? undefined : METHOD_TEXTS[method]?.name
  const way = key === undefined ? t('foyer.ended.way') : t(key)
  return t(`foyer.ended.money.${state}`, amount, way, datesIn(language, timeZone).shortDay(at), organizationName)
}
