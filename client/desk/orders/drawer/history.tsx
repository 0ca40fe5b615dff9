import { useT } from '#client/language/language-context.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import type { PartProps } from './part.ts'
import css from './drawer.module.css'

/** What happened to an order, the latest first. */
export function History({ order: { history } }: PartProps) {
  const t = useT()
  const dates = useDates(useOwnZone() ?? 'UTC')
  return (
    <section>
      <h3>{t('foyer.desk.order.history')}</h3>
      <ol className={css.trail}>
        {history.map(({ at, code, message, by, detail }, index) => (
          <li key={`${at} ${code} ${history.length - index}`}>
            <span>
              {message}
              {detail !== null && (
                <span>
                  {' · '}
                  {/^https?:\/\//.test(detail) ? (
                    <a href={detail} target="_blank" rel="noopener">
                      {detail}
                    </a>
                  ) : (
                    detail
                  )}
                </span>
              )}
              {by !== null && (
                <span className="soft" dir="auto">
                  {' '}
                  · {by}
                </span>
              )}
            </span>
            <time dateTime={new Date(at).toISOString()}>
              {dates.shortDay(at)}, {dates.time(at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  )
}
