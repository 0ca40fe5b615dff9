import { useState } from 'react'
import type { DeskOrganization } from '#contract/desk-organizations.ts'
import {
  deskEditEventPagePath,
  deskEventActionPath,
  deskEventPagePath,
  deskEventsPath,
  pathTo,
} from '#contract/paths.ts'
import { explain, problemText } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { deviceStorage } from '#client/frame/storage/browser-storage.ts'
import { Button } from '#client/kit/button/button.tsx'
import { CheckboxField, FieldPair, SelectField, TextField } from '#client/kit/field/field.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { useNavigate } from '#client/routing/router.tsx'
import { DateTimeField } from '../../parts/date-time-field.tsx'
import { Form, useProblemOf, useSending } from '../../parts/form.tsx'
import { Acts, Panel, Stack } from '../../parts/work.tsx'
import { Defaults } from './defaults.tsx'
import { type NewEvent, EMPTY, isNewEvent, requestFor } from './new-event.ts'
import css from './new-event.module.css'

const KEPT = 'desk-new-event'

type NewEventFormProps = { readonly organizations: readonly DeskOrganization[] }

/** At most ten fields; everything else has a default that is said beside them, and can be changed afterwards. */
export function NewEventForm({ organizations }: NewEventFormProps) {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  const { send, isSending, problems } = useSending()
  const named = useProblemOf(problems)
  const [values, setValues] = useState<NewEvent>(() => readKept(organizations))
  const change = (changed: Partial<NewEvent>) => {
    const next = { ...values, ...changed }
    setValues(next)
    deviceStorage.write(KEPT, next)
  }
  const problemOf = (...fields: readonly string[]) => fields.map(named).find(Boolean)

  const create = (isPublished: boolean) =>
    send(
      () => server().call('POST', deskEventsPath, { body: requestFor(values) }),
      async answer => {
        if (answer.kind !== 'done' || !('id' in answer.value)) return
        deviceStorage.remove(KEPT)
        const { id: eventId } = answer.value
        if (!isPublished) return navigate(pathTo(deskEditEventPagePath, { eventId }))
        const published = await server().call('POST', deskEventActionPath, { params: { eventId, action: 'publish' } })
        // The draft is there whatever comes of it: its page says what is missing.
        if (published.kind !== 'done')
          toast(
            explain(published)
              .map(each => problemText(t, each))
              .join(' '),
            'bad',
          )
        navigate(pathTo(deskEventPagePath, { eventId }))
      },
    )

  return (
    <div className={css.columns}>
      <Form
        problems={problems}
        title={t('foyer.desk.new-event.refused')}
        onSubmit={() => create(false)}
        idOf={field => ID_OF[field.replaceAll(/\[\d+\]/g, '')] ?? field}
      >
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
            )}
          </Stack>
        </Panel>
        <Acts>
          <Button type="submit" tone="quiet" busy={isSending}>
            {t('foyer.desk.new-event.draft')}
          </Button>
          <Button busy={isSending} onClick={() => void create(true)}>
            {t('foyer.desk.new-event.publish')}
          </Button>
        </Acts>
      </Form>
      <Defaults request={requestFor(values)} />
    </div>
  )
}

/** The control of a field that the server names. */
const ID_OF: Readonly<Record<string, string>> = {
  start: 'startDate',
  end: 'endDate',
  location: 'address',
  'location.fullAddress': 'address',
  'facts.ticketsUrl': 'ticketsUrl',
  'tickets.max': 'seats',
  'tickets.categories': 'category',
  'tickets.categories.name': 'category',
  'tickets.categories.price': 'price',
  'tickets.categories.maxTickets': 'seats',
}

/** What was typed before, for the first organisation where it was another. */
function readKept(organizations: readonly DeskOrganization[]): NewEvent {
  const kept: unknown = deviceStorage.read(KEPT)
  const values = isNewEvent(kept) ? kept : EMPTY
  const isThere = organizations.some(({ id }) => id === values.organizationId)
  return isThere ? values : { ...values, organizationId: organizations[0]?.id ?? 0 }
}
