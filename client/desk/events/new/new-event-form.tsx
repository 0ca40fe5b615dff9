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
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { useNavigate } from '#client/routing/router.tsx'
import { Form, useProblemOf, useSending } from '../../parts/form.tsx'
import { Acts } from '../../parts/work.tsx'
import { Defaults } from './defaults.tsx'
import { WhatAndWhen, WhichTickets } from './new-event-fields.tsx'
import { type NewEvent, EMPTY, isNewEvent, requestFor } from './new-event.ts'
import css from './new-event.module.css'

const KEPT = 'desk-new-event'

type NewEventFormProps = { readonly organizations: readonly DeskOrganization[] }

/** At most ten fields; everything else has a default that is said beside them, and can be changed afterwards. */
export function NewEventForm({ organizations }: NewEventFormProps) {
  const t = useT()
  const { send, isSending, problems } = useSending()
  const named = useProblemOf(problems)
  const finish = useFinish()
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
      answer => answer.kind === 'done' && 'id' in answer.value && finish(answer.value.id, isPublished),
    )
  const typing = { values, change, problemOf }
  return (
    <div className={css.columns}>
      <Form
        problems={problems}
        title={t('foyer.desk.new-event.refused')}
        onSubmit={() => create(false)}
        idOf={field => ID_OF[field.replaceAll(/\[\d+\]/g, '')] ?? field}
      >
        <WhatAndWhen {...typing} organizations={organizations} />
        <WhichTickets {...typing} />
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

/** What follows once the draft is there: it is published, or edited. */
function useFinish() {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  return async (eventId: number, isPublished: boolean) => {
    deviceStorage.remove(KEPT)
    if (!isPublished) return navigate(pathTo(deskEditEventPagePath, { eventId }))
    const published = await server().call('POST', deskEventActionPath, { params: { eventId, action: 'publish' } })
    // The draft is there whatever comes of it: its page says what is missing.
    if (published.kind !== 'done') {
      const reasons = explain(published).map(each => problemText(t, each))
      toast(reasons.join(' '), 'bad')
    }
    navigate(pathTo(deskEventPagePath, { eventId }))
  }
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
