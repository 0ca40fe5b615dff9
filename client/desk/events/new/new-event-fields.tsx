import type { DeskOrganization } from '#contract/desk-organizations.ts'
import { CheckboxField, FieldPair, TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { DateTimeField } from '../../parts/date-time-field.tsx'
import { OrganizationField, PriceAndNumber, TitleField, type Typing } from '../../parts/new-offer.tsx'
import { Panel, Stack } from '../../parts/work.tsx'
import { KEPT, type NewEvent } from './new-event.ts'

type WhatAndWhenProps = Typing<NewEvent> & { readonly organizations: readonly DeskOrganization[] }

export function WhatAndWhen({ values, change, problemOf, organizations }: WhatAndWhenProps) {
  const t = useT()
  return (
    <Panel title={t('foyer.desk.new-event.what')}>
      <Stack>
        <OrganizationField
          organizations={organizations}
          organizationId={values.organizationId}
          onChange={organizationId => change(KEPT.inOrganization(organizationId))}
        />
        <TitleField title={values.title} error={problemOf('title')} onChange={title => change({ title })} />
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

function Dates({ values, change, problemOf }: Typing<NewEvent>) {
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
export function WhichTickets({ values, change, problemOf }: Typing<NewEvent>) {
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

function OneKind({ values, change, problemOf }: Typing<NewEvent>) {
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
      <PriceAndNumber
        price={{
          value: values.price,
          error: problemOf('tickets.categories[0].price'),
          onChange: price => change({ price }),
        }}
        number={{
          id: 'seats',
          label: t('foyer.desk.member.maxTickets'),
          hint: t('foyer.desk.new-event.seats.hint'),
          value: values.seats,
          error: problemOf('tickets.max', 'tickets.categories[0].maxTickets'),
          onChange: seats => change({ seats }),
        }}
      />
    </>
  )
}
