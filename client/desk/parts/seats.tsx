import { useT } from '#client/language/language-context.ts'
import css from './seats.module.css'

type SeatsProps = { readonly sold: number; readonly held: number; readonly capacity: number }

/** What is sold of the seats there are, and what orders hold that are not finished, as one bar with its words. */
export function Seats({ sold, held, capacity }: SeatsProps) {
  const t = useT()
  const part = (count: number): string => `${capacity === 0 ? 0 : Math.min(100, (count / capacity) * 100)}%`
  return (
    <div className={css.seats}>
      <div className={css.bar} aria-hidden="true">
        <i style={{ inlineSize: part(sold) }} />
        {held > 0 && <i style={{ inlineSize: part(held) }} />}
      </div>
      <span>
        <b>{sold}</b>{' '}
        <span className="soft">
          {held > 0 ? t('foyer.desk.seats.held', capacity, held) : t('foyer.desk.seats', capacity)}
        </span>
      </span>
    </div>
  )
}
