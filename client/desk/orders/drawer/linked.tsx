import { TextButton } from '#client/kit/button/button.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import { useOrderAddress } from '../use-order-address.ts'
import type { PartProps } from './part.ts'
import css from './drawer.module.css'

/** Orders that pay for a change of this one, and the order that this one pays for a change of. */
export function Linked({ order: { linked } }: PartProps) {
  const t = useT()
  const dates = useDates(useOwnZone() ?? 'UTC')
  const toast = useToast()
  const { open } = useOrderAddress()
  if (linked.length === 0) return null
  const copy = async (href: string) => {
    await navigator.clipboard.writeText(href)
    toast(t('foyer.desk.order.linked.copied'), 'good')
  }
  return (
    <section>
      <h3>{t('foyer.desk.order.linked')}</h3>
      <ul className={css.bits}>
        {linked.map(({ id, shortId, isPaying, until, href }) => (
          <li key={id}>
            <span>
              <TextButton onClick={() => open(id)}>
                <span className="number">{shortId}</span>
              </TextButton>
              <br />
              <span className="soft small">
                {t(isPaying ? 'foyer.desk.order.linked.paying' : 'foyer.desk.order.linked.changed')}
                {until !== null &&
                  ` · ${t('foyer.desk.order.linked.until', `${dates.shortDay(until)}, ${dates.time(until)}`)}`}
              </span>
            </span>
            {until !== null && (
              <TextButton onClick={() => void copy(href)}>{t('foyer.desk.order.linked.copy')}</TextButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
