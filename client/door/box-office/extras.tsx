import type { BoxOffice } from '#contract/box-office.ts'
import { type Problems, useProblemOf } from '#client/frame/forms/sent-form.tsx'
import { type ChosenExtras, mostOf } from '#client/frame/sale/sale-extras.ts'
import { TextField } from '#client/kit/field/field.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { Kind } from './kind.tsx'
import css from './box-office.module.css'

type ExtrasProps = {
  readonly box: BoxOffice
  readonly tickets: number
  readonly chosen: ChosenExtras
  readonly problems: Problems | undefined
  readonly onChange: (chosen: ChosenExtras) => void
}

/** What is sold with tickets: so many of it, or what the buyer gives. */
export function Extras({ box, tickets, chosen, problems, onChange }: ExtrasProps) {
  const { t, language } = useLanguage()
  const problemOf = useProblemOf(problems)
  const { extras, currency } = box
  const { counts, amounts } = chosen
  if (extras.length === 0) return null
  return (
    <section aria-label={t('foyer.door.counter.extras')}>
      <h3>{t('foyer.door.counter.extras')}</h3>
      <ul className={css.kinds}>
        {extras.map(extra => {
          const { id, price, left } = extra
          const name = inLanguage(extra.title, language)
          const most = mostOf(extra, tickets)
          if (price === null) {
            return (
              <li key={id}>
                <TextField
                  id={`extras.${id}`}
                  label={name}
                  hint={t('foyer.door.counter.amount', currency ?? '')}
                  inputMode="decimal"
                  autoComplete="off"
                  value={amounts[id] ?? ''}
                  error={problemOf(`extras.${id}`)}
                  onChange={({ target }) => onChange({ counts, amounts: { ...amounts, [id]: target.value } })}
                />
              </li>
            )
          }
          return (
            <Kind
              key={id}
              {...{ name, price, left, most, currency }}
              count={Math.min(counts[id] ?? 0, most)}
              onCount={count => onChange({ amounts, counts: { ...counts, [id]: count } })}
            />
          )
        })}
      </ul>
    </section>
  )
}
