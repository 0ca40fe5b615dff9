import type { DeskOrganization } from '#contract/desk-organizations.ts'
import { CheckboxField, FieldPair, SelectField, TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { DateTimeField } from '../../parts/date-time-field.tsx'
import { Panel, Stack } from '../../parts/work.tsx'
import type { NewEvent } from './new-event.ts'

/** What is typed, and what was refused of it. */
type Typing = {
  readonly values: NewEvent
  readonly change: (changed: Partial<NewEvent>) => void
  /** Of the first of these fields that the server names. */
  readonly problemOf: (...fields: readonly string[]) => string | undefined
}

type WhatAndWhenProps = Typing & { readonly organizations: readonly DeskOrganization[] }

export function WhatAndWhen({ values, change, problemOf, organizations }: WhatAndWhenProps) {
  const t = useT()
  return (
    <Panel title={t('foyer.desk.new-event.what')}>
      <Stack>
        {organizations.length > 1 && (
          <SelectField
            id="organization"
            label={t('foyer.desk.organization')}
            value={String(values.organizationId)}
            onChange={event => change({ organizationId: Number(event.target.value) })}
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
        <Dates values={values} change={change} problemOf={problemOf} />
        <CheckboxField
          id="online"
          label={t('foyer.desk.new-event.online')}
          checked={values.isOnline}
          onChange={event => change({ isOnline: event.target.checked })}
        />
        {!values.isOnline && (
          <TextField
            id="address"
            label={t('foyer.desk.member.fullAddress')}
            autoComplete="off"
            error={problemOf('location', 'location.fullAddress')}
            value={values.address}
            onChange={event => change({ address: event.target.value })}
          />
        )}
      </Stack>
    </Panel>
  )
}

function Dates({ values, change, problemOf }: Typing) {
  const t = useT()
  return (
    <FieldPair>
      <DateTimeField
        id="startDate"
        label={t('foyer.desk.member.startDate')}
        error={problemOf('startDate', 'start')}
        value={values.startDate}
        onChange={startDate => change({ startDate })}
      />
      <DateTimeField
        id="endDate"
        label={t('foyer.desk.member.endDate')}
        optional={t('foyer.desk.optional')}
        error={problemOf('endDate', 'end')}
        value={values.endDate}
        onChange={endDate => change({ endDate })}
      />
    </FieldPair>
  )
}

/** One kind of ticket, or none: the event is only announced. */
export function WhichTickets({ values, change, problemOf }: Typing) {
  const t = useT()
  return (
    <Panel title={t('foyer.desk.new-event.tickets')}>
      <Stack>
        <CheckboxField
          id="announced"
          label={t('foyer.desk.new-event.announced')}
          checked={values.isAnnounced}
          onChange={event => change({ isAnnounced: event.target.checked })}
        />
        {values.isAnnounced ? (
          <TextField
            id="ticketsUrl"
            label={t('foyer.desk.member.ticketsUrl')}
            optional={t('foyer.desk.optional')}
            inputMode="url"
            error={problemOf('facts.ticketsUrl')}
            value={values.ticketsUrl}
            onChange={event => change({ ticketsUrl: event.target.value })}
          />
        ) : (
          <OneKind values={values} change={change} problemOf={problemOf} />
        )}
      </Stack>
    </Panel>
  )
}

function OneKind({ values, change, problemOf }: Typing) {
  const t = useT()
  return (
    <>
      <TextField
        id="category"
        label={t('foyer.desk.new-event.category')}
        error={problemOf('tickets.categories[0].name', 'tickets.categories')}
        value={values.category}
        onChange={event => change({ category: event.target.value })}
      />
      <FieldPair>
        <TextField
          id="price"
          label={t('foyer.desk.member.price')}
          hint={t('foyer.desk.new-event.price.hint')}
          inputMode="decimal"
          error={problemOf('tickets.categories[0].price')}
          value={values.price}
          onChange={event => change({ price: event.target.value })}
        />
        <TextField
          id="seats"
          label={t('foyer.desk.member.maxTickets')}
          hint={t('foyer.desk.new-event.seats.hint')}
          inputMode="numeric"
          error={problemOf('tickets.max', 'tickets.categories[0].maxTickets')}
          value={values.seats}
          onChange={event => change({ seats: event.target.value })}
        />
      </FieldPair>
    </>
  )
}
