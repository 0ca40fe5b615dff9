import { SaleQuestionFields } from '#client/frame/sale/sale-questions.tsx'
import { extrasToSend, mostOf, partsToAsk } from '#client/frame/sale/sale-extras.ts'
import { TextField } from '#client/kit/field/field.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { useProblemOf } from '#client/frame/forms/sent-form.tsx'
import type { FieldsProps } from './draft.ts'
import { linesOf } from './lines.ts'
import { priceInWords } from './price.ts'

/** What goes with the tickets: how many of it, or how much where the buyer names that. */
export function Extras({ offer, draft, problems, change, discounts }: FieldsProps) {
  const words = useLanguage()
  const { t, language } = words
  const problemOf = useProblemOf(problems)
  const { extras, currency } = offer
  const { counts, amounts } = draft.extras
  const tickets = linesOf(draft.counts).reduce((sum, { quantity }) => sum + quantity, 0)
  return extras.map(extra => {
    const { id, price } = extra
    const common = {
      id: `new-extras.${id}`,
      label: inLanguage(extra.title, language),
      optional: t('foyer.desk.optional'),
      autoComplete: 'off',
      error: problemOf(`extras.${id}`),
    } as const
    if (price === null) {
      return (
        <TextField
          key={id}
          {...common}
          hint={t('foyer.door.counter.amount', currency ?? '')}
          inputMode="decimal"
          value={amounts[id] ?? ''}
          onChange={({ target }) => change({ extras: { counts, amounts: { ...amounts, [id]: target.value } } })}
        />
      )
    }
    const most = t('foyer.door.counter.most', mostOf(extra, tickets))
    return (
      <TextField
        key={id}
        {...common}
        hint={[priceInWords(words, { about: 'EXTRA', id, price, currency, discounts }), most]
          .filter(Boolean)
          .join(' · ')}
        inputMode="numeric"
        value={counts[id] ? String(counts[id]) : ''}
        onChange={({ target }) => {
          const count = Math.max(0, Math.floor(Number(target.value) || 0))
          change({ extras: { amounts, counts: { ...counts, [id]: count } } })
        }}
      />
    )
  })
}

/** What the event asks about the tickets and extras; all of it may be left to their holders. */
export function Questions({ offer, draft, problems, change }: FieldsProps) {
  const lines = linesOf(draft.counts)
  const tickets = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const extras = extrasToSend(offer.extras, draft.extras, tickets)
  return (
    <SaleQuestionFields
      parts={partsToAsk(offer.questions, { lines, extras })}
      typed={draft.answers}
      onType={answers => change({ answers })}
      areRequired={false}
      problems={problems}
      timeZone={offer.timezone}
    />
  )
}
