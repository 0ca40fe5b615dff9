import { Notice } from '#client/kit/notice/notice.tsx'
import { formatAmount } from '#client/language/formats.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { useLanguage } from '#client/language/language-context.ts'
import type { OrderEnd } from '#contract/order-end.ts'
import { METHOD_TEXTS } from '../../payment/methods/method-texts.ts'

type Returned = OrderEnd['returned'][number]

type ReturnedMoneyProps = {
  readonly of: Pick<OrderEnd, 'returned' | 'organizationName' | 'timeZone'> & { readonly currency: string }
}

/** What providers send back or have sent back: how much, by which way, and by when it is there. */
export function ReturnedMoney({ of }: ReturnedMoneyProps) {
  return of.returned.map((one, position) => (
    <Notice key={`${one.at}-${position}`} tone={TONES[one.state]}>
      <ReturnedText of={of} returned={one} />
    </Notice>
  ))
}

const TONES = { UNDER_WAY: 'plain', DONE: 'good', FAILED: 'warn' } as const satisfies Record<Returned['state'], string>

function ReturnedText({ of, returned }: ReturnedMoneyProps & { readonly returned: Returned }) {
  const { t, language } = useLanguage()
  const { currency, timeZone, organizationName } = of
  const { amount, state, method, at, expectedBy } = returned
  const key = method === null ? undefined : METHOD_TEXTS[method]?.name
  const way = key === undefined ? t('foyer.ended.way') : t(key)
  const { shortDay } = datesIn(language, timeZone)
  const shown = formatAmount(amount, currency, language)
  return t(`foyer.ended.money.${state}`, shown, way, shortDay(at), organizationName, shortDay(expectedBy))
}
