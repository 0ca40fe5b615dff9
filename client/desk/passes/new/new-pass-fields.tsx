import type { DeskOrganization } from '#contract/desk-organizations.ts'
import { FieldPair, SelectField, TextField } from '#client/kit/field/field.tsx'
import { TextAreaField } from '#client/kit/field/question-fields.tsx'
import { useT } from '#client/language/language-context.ts'
import { DateTimeField } from '../../parts/date-time-field.tsx'
import { OrganizationField, PriceAndNumber, TitleField, type Typing } from '../../parts/new-offer.tsx'
import { Panel, Stack } from '../../parts/work.tsx'
import { KEPT, type NewPass, TERM_TYPES, TIME_UNITS } from './new-pass.ts'

type WhatItIsProps = Typing<NewPass> & { readonly organizations: readonly DeskOrganization[] }

export function WhatItIs({ values, change, problemOf, organizations }: WhatItIsProps) {
  const t = useT()
  return (
    <Panel title={t('foyer.desk.part.about')}>
      <Stack>
        <OrganizationField
          organizations={organizations}
          organizationId={values.organizationId}
          onChange={organizationId => change(KEPT.inOrganization(organizationId))}
        />
        <TitleField title={values.title} error={problemOf('title')} onChange={title => change({ title })} />
        <TextAreaField
          id="description"
          label={t('foyer.desk.member.description')}
          hint={t('foyer.desk.new-pass.description.hint')}
          rows={3}
          error={problemOf('description')}
          value={values.description}
          onChange={event => change({ description: event.target.value })}
        />
        <PriceAndNumber
          price={{ value: values.price, error: problemOf('price'), onChange: price => change({ price }) }}
          number={{
            id: 'available',
            label: t('foyer.desk.member.maxAvailable'),
            hint: t('foyer.desk.limit.hint'),
            value: values.available,
            error: problemOf('maxAvailable'),
            onChange: available => change({ available }),
          }}
        />
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

/** For how long, between which dates or for how many tickets it is good. */
export function Validity({ values, change, problemOf }: Typing<NewPass>) {
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

function Term({ values, change, problemOf }: Typing<NewPass>) {
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

function Period({ values, change }: Omit<Typing<NewPass>, 'problemOf'>) {
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
