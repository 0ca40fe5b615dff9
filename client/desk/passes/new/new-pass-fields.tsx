import type { DeskOrganization } from '#contract/desk-organizations.ts'
import { FieldPair, SelectField, TextField } from '#client/kit/field/field.tsx'
import { TextAreaField } from '#client/kit/field/question-fields.tsx'
import { useT } from '#client/language/language-context.ts'
import { DateTimeField } from '../../parts/date-time-field.tsx'
import { Panel, Stack } from '../../parts/work.tsx'
import { type NewPass, TERM_TYPES, TIME_UNITS } from './new-pass.ts'

type Typing = {
  readonly values: NewPass
  readonly change: (changed: Partial<NewPass>) => void
  readonly problemOf: (...fields: readonly string[]) => string | undefined
}

type WhatItIsProps = Typing & { readonly organizations: readonly DeskOrganization[] }

export function WhatItIs({ values, change, problemOf, organizations }: WhatItIsProps) {
  const t = useT()
  return (
    <Panel title={t('foyer.desk.part.about')}>
      <Stack>
        {organizations.length > 1 && (
          <SelectField
            id="organization"
            label={t('foyer.desk.organization')}
            value={String(values.organizationId)}
            onChange={event => change({ organizationId: Number(event.target.value), events: [] })}
          >
            {organizations.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <TextField
          id="title"
          label={t('foyer.desk.member.title')}
          error={problemOf('title')}
          value={values.title}
          onChange={event => change({ title: event.target.value })}
        />
        <TextAreaField
          id="description"
          label={t('foyer.desk.member.description')}
          hint={t('foyer.desk.new-pass.description.hint')}
          rows={3}
          error={problemOf('description')}
          value={values.description}
          onChange={event => change({ description: event.target.value })}
        />
        <PriceAndNumber values={values} change={change} problemOf={problemOf} />
        <TextField
          id="terms"
          label={t('foyer.desk.member.termsAndConditionsUrl')}
          hint={t('foyer.desk.new-pass.terms.hint')}
          inputMode="url"
          autoComplete="off"
          error={problemOf('termsAndConditionsUrl')}
          value={values.terms}
          onChange={event => change({ terms: event.target.value })}
        />
      </Stack>
    </Panel>
  )
}

function PriceAndNumber({ values, change, problemOf }: Typing) {
  const t = useT()
  return (
    <FieldPair>
      <TextField
        id="price"
        label={t('foyer.desk.member.price')}
        hint={t('foyer.desk.new-event.price.hint')}
        inputMode="decimal"
        error={problemOf('price')}
        value={values.price}
        onChange={event => change({ price: event.target.value })}
      />
      <TextField
        id="available"
        label={t('foyer.desk.member.maxAvailable')}
        hint={t('foyer.desk.limit.hint')}
        inputMode="numeric"
        error={problemOf('maxAvailable')}
        value={values.available}
        onChange={event => change({ available: event.target.value })}
      />
    </FieldPair>
  )
}

/** For how long, between which dates or for how many tickets it is good. */
export function Validity({ values, change, problemOf }: Typing) {
  const t = useT()
  return (
    <Panel title={t('foyer.desk.new-pass.validity')}>
      <Stack>
        <SelectField
          id="term-type"
          label={t('foyer.desk.member.termType')}
          error={problemOf('term', 'termType')}
          value={values.termType}
          onChange={event => change({ termType: TERM_TYPES.find(each => each === event.target.value) ?? 'standard' })}
        >
          {TERM_TYPES.map(each => (
            <option key={each} value={each}>
              {t(`foyer.desk.option.${each}`)}
            </option>
          ))}
        </SelectField>
        <Term values={values} change={change} problemOf={problemOf} />
      </Stack>
    </Panel>
  )
}

function Term({ values, change, problemOf }: Typing) {
  const t = useT()
  switch (values.termType) {
    case 'standard':
      return <Period values={values} change={change} />
    case 'custom':
      return (
        <FieldPair>
          <DateTimeField
            id="validity-from"
            label={t('foyer.desk.member.validityFrom')}
            error={problemOf('term.validityFrom')}
            value={values.validityFrom}
            onChange={validityFrom => change({ validityFrom })}
          />
          <DateTimeField
            id="validity-to"
            label={t('foyer.desk.member.validityTo')}
            error={problemOf('term.validityTo')}
            value={values.validityTo}
            onChange={validityTo => change({ validityTo })}
          />
        </FieldPair>
      )
    case 'numEntries':
      return (
        <TextField
          id="entries"
          label={t('foyer.desk.member.numEntries')}
          inputMode="numeric"
          error={problemOf('term.numEntries')}
          value={values.entries}
          onChange={event => change({ entries: event.target.value })}
        />
      )
    default:
      return values.termType satisfies never
  }
}

function Period({ values, change }: Omit<Typing, 'problemOf'>) {
  const t = useT()
  return (
    <FieldPair>
      <TextField
        id="units"
        label={t('foyer.desk.member.units')}
        inputMode="numeric"
        value={values.units}
        onChange={event => change({ units: event.target.value })}
      />
      <SelectField
        id="time-unit"
        label={t('foyer.desk.member.timeUnit')}
        value={values.timeUnit}
        onChange={event => change({ timeUnit: TIME_UNITS.find(each => each === event.target.value) ?? 'MONTHS' })}
      >
        {TIME_UNITS.map(each => (
          <option key={each} value={each}>
            {t(`foyer.desk.option.${each}`)}
          </option>
        ))}
      </SelectField>
    </FieldPair>
  )
}
