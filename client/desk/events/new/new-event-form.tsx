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
import { Form, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { useNavigate } from '#client/routing/router.tsx'
import { idsOf, useNewOffer } from '../../parts/new-offer.tsx'
import { Acts } from '../../parts/work.tsx'
import { Defaults } from './defaults.tsx'
import { WhatAndWhen, WhichTickets } from './new-event-fields.tsx'
import { KEPT, requestFor } from './new-event.ts'
import css from './new-event.module.css'

type NewEventFormProps = { readonly organizations: readonly DeskOrganization[] }

/** At most ten fields; everything else has a default that is said beside them, and can be changed afterwards. */
export function NewEventForm({ organizations }: NewEventFormProps) {
  const t = useT()
  const { send, isSending, problems } = useSending()
  const { discard, ...typing } = useNewOffer({ organizations, problems, kept: KEPT })
  const finish = useFinish(discard)
  const create = (isPublished: boolean) =>
    send(
      () => server().call('POST', deskEventsPath, { body: requestFor(typing.values) }),
      answer => answer.kind === 'done' && 'id' in answer.value && finish(answer.value.id, isPublished),
    )
  return (
    <div className={css.columns}>
      <Form problems={problems} title={t('foyer.desk.new-event.refused')} onSubmit={() => create(false)} idOf={idOf}>
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
      <Defaults request={requestFor(typing.values)} />
    </div>
  )
}

/** What follows once the draft is there: it is published, or edited. */
function useFinish(discard: () => void) {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  return async (eventId: number, isPublished: boolean) => {
    discard()
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
const idOf = idsOf({
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
})
