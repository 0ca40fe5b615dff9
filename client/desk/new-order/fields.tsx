import { NEW_ORDER_WAY_TEXTS } from './ways.ts'
import { CheckboxField, FieldPair, SelectField, TextField } from '#client/kit/field/field.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { DateTimeField } from '../parts/date-time-field.tsx'
import { useProblemOf } from '#client/frame/forms/sent-form.tsx'
import type { FieldsProps } from './draft.ts'
import { Extras, Questions } from './extras.tsx'
import { priceInWords } from './price.ts'

/** For whom, which tickets, and how they are paid. */
export function NewOrderFields(props: FieldsProps) {
  return (
    <>
      <Tickets {...props} />
      <Extras {...props} />
      {props.offer.blocks.length > 0 && <Seats {...props} />}
      <Person {...props} />
      <Questions {...props} />
      <Way {...props} />
    </>
  )
}

function Tickets({ offer, draft: { counts, code }, change, discounts, applyCode }: FieldsProps) {
  const words = useLanguage()
  const { t } = words
  const { categories, currency } = offer
  return (
    <>
      {categories.map(({ id, name, price, isOnSale }) => (
        <TextField
          key={id}
          id={`new-category-${id}`}
          label={name}
          hint={[
            priceInWords(words, { about: 'TICKET', id, price, currency, discounts }),
            isOnSale ? '' : t('foyer.desk.new-order.not-on-sale'),
          ]
            .filter(Boolean)
            .join(' · ')}
          inputMode="numeric"
          autoComplete="off"
          value={counts[id] ?? ''}
          onChange={event => change({ counts: { ...counts, [id]: event.target.value } })}
        />
      ))}
      <TextField
        id="new-code"
        label={t('foyer.desk.new-order.code')}
        optional={t('foyer.desk.optional')}
        autoComplete="off"
        value={code}
        onChange={event => change({ code: event.target.value })}
        onBlur={applyCode}
      />
    </>
  )
}

function Seats({ offer: { blocks }, draft: { block }, problems, change }: FieldsProps) {
  const { t } = useLanguage()
  const problemOf = useProblemOf(problems)
  return (
    <SelectField
      id="new-blockId"
      label={t('foyer.desk.new-order.seats')}
      error={problemOf('blockId')}
      value={block}
      onChange={event => change({ block: event.target.value })}
    >
      <option value="">{t('foyer.desk.new-order.seats.sale')}</option>
      {blocks.map(({ id, name, seats }) => (
        <option key={id} value={id}>
          {t('foyer.desk.new-order.seats.block', name, seats)}
        </option>
      ))}
    </SelectField>
  )
}

function Person({ offer: { languages }, draft, problems, change }: FieldsProps) {
  const { t } = useLanguage()
  const problemOf = useProblemOf(problems)
  const names = new Intl.DisplayNames([draft.language], { type: 'language' })
  const field = (name: 'firstName' | 'lastName' | 'email') => (
    <TextField
      id={`new-${name}`}
      label={t(`foyer.desk.order.act.${name}`)}
      type={name === 'email' ? 'email' : 'text'}
      autoComplete="off"
      error={problemOf(name)}
      value={draft[name]}
      onChange={event => change({ [name]: event.target.value })}
    />
  )
  return (
    <>
      <FieldPair>
        {field('firstName')}
        {field('lastName')}
      </FieldPair>
      {field('email')}
      <SelectField
        id="new-language"
        label={t('foyer.desk.new-order.language')}
        value={draft.language}
        onChange={event => change({ language: event.target.value })}
      >
        {languages.map(language => (
          <option key={language} value={language}>
            {names.of(language)}
          </option>
        ))}
      </SelectField>
    </>
  )
}

function Way({ offer: { timezone }, draft, problems, change }: FieldsProps) {
  const { t } = useLanguage()
  const problemOf = useProblemOf(problems)
  const { way, until, note, isMailed } = draft
  return (
    <>
      <SelectField
        id="new-way"
        label={t('foyer.desk.new-order.way')}
        value={way}
        onChange={event => {
          const next = NEW_ORDER_WAY_TEXTS.find(([one]) => one === event.target.value)
          if (next) change({ way: next[0] })
        }}
      >
        {NEW_ORDER_WAY_TEXTS.map(([one, key]) => (
          <option key={one} value={one}>
            {t(key)}
          </option>
        ))}
      </SelectField>
      {way === 'LINK' && (
        <DateTimeField
          id="new-until"
          label={t('foyer.desk.order.act.category.until')}
          hint={t('foyer.desk.order.act.until.hint', timezone)}
          error={problemOf('until')}
          value={until}
          onChange={value => change({ until: value })}
        />
      )}
      <TextField
        id="new-note"
        label={t(way === 'COMP' ? 'foyer.desk.new-order.reason' : 'foyer.desk.new-order.note')}
        hint={t('foyer.desk.order.note.hint')}
        optional={way === 'COMP' ? undefined : t('foyer.desk.optional')}
        autoComplete="off"
        error={problemOf('note')}
        value={note}
        onChange={event => change({ note: event.target.value })}
      />
      <CheckboxField
        id="new-mailed"
        label={t(way === 'LINK' ? 'foyer.desk.new-order.mail-link' : 'foyer.desk.new-order.mail')}
        checked={isMailed}
        onChange={event => change({ isMailed: event.target.checked })}
      />
    </>
  )
}
