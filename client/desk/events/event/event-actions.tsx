import { useState } from 'react'
import type { DeskEvent, EventPlan } from '#contract/desk-event.ts'
import {
  deskCancelEventPagePath,
  deskNewOrderPagePath,
  deskEditEventPagePath,
  deskEventActionPath,
  deskEventDuplicatePath,
  deskEventPath,
  deskEventPlanPath,
  deskEventsPagePath,
  deskSeatBlocksPagePath,
  pathTo,
} from '#contract/paths.ts'
import { explain, problemText } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { Button, ButtonLink } from '#client/kit/button/button.tsx'
import { Dialog } from '#client/kit/dialog/dialog.tsx'
import { useToast } from '#client/kit/notice/notice.tsx'
import { useT } from '#client/language/language-context.ts'
import { useNavigate } from '#client/routing/router.tsx'
import { Duplicate } from '../../parts/duplicate.tsx'
import { More } from '../../parts/more.tsx'
import { useMayAt } from '../use-may-at.ts'
import { PlanText } from './plan-text.tsx'

type EventActionsProps = { readonly event: DeskEvent; readonly reload: () => Promise<unknown> }

type Action = EventPlan['action']

/** What is done about an event, each once however often it is pressed. */
function useActions({ event, reload }: EventActionsProps) {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  const [plan, setPlan] = useState<EventPlan>()
  const [isSending, setSending] = useState(false)
  const params = { eventId: event.id }

  async function once(work: () => Promise<unknown>) {
    if (isSending) return
    setSending(true)
    await work()
    setSending(false)
  }
  const failed = (answer: Parameters<typeof explain>[0]) =>
    toast(
      explain(answer)
        .map(each => problemText(t, each))
        .join(' '),
      'bad',
    )
  return {
    plan,
    isSending,
    dropPlan: () => setPlan(undefined),
    ask: (action: Action) =>
      once(async () => {
        const answer = await server().call('GET', deskEventPlanPath, { params: { ...params, action } })
        if (answer.kind === 'done') setPlan(answer.value)
        else failed(answer)
      }),
    act: (action: Action) =>
      once(async () => {
        const answer = await server().call('POST', deskEventActionPath, { params: { ...params, action } })
        setPlan(undefined)
        if (answer.kind === 'done') toast(t(`foyer.desk.done.${action}`), 'good')
        else failed(answer)
        await reload()
      }),
    remove: () =>
      once(async () => {
        const answer = await server().call('DELETE', deskEventPath, { params })
        if (answer.kind === 'done') navigate(deskEventsPagePath)
        else failed(answer)
      }),
  }
}

type Actions = ReturnType<typeof useActions>

/**
 * What is done about an event: the next thing in sight, a draft is published and tickets of a public one are sold; the rest behind
 * one button. Each says first what will happen.
 */
export function EventActions({ event, reload }: EventActionsProps) {
  const t = useT()
  const actions = useActions({ event, reload })
  const [isDuplicating, setDuplicating] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const main: Action = event.status === 'PUBLIC' ? 'unpublish' : 'publish'
  const isPublishable = main === 'publish' && event.facts.cancelledAt === null
  return (
    <>
      {isPublishable && <ActButton actions={actions} action={main} />}
      {!isPublishable && <NewOrderLink event={event} tone="main" />}
      <More>
        {main === 'unpublish' && <ActButton actions={actions} action={main} />}
        {isPublishable && <NewOrderLink event={event} tone="quiet" />}
        <OtherPages event={event} />
        <Button tone="quiet" onClick={() => setDuplicating(true)}>
          {t('foyer.desk.act.duplicate')}
        </Button>
        <ActButton actions={actions} action={event.facts.isArchived ? 'unarchive' : 'archive'} />
        {isDeletable(event) && (
          <Button tone="danger" onClick={() => setDeleting(true)}>
            {t('foyer.desk.act.delete')}
          </Button>
        )}
      </More>
      <Plan actions={actions} edit={pathTo(deskEditEventPagePath, { eventId: event.id })} />
      {isDeleting && <Delete actions={actions} onClose={() => setDeleting(false)} />}
      {isDuplicating && <DuplicateEvent event={event} onClose={() => setDuplicating(false)} />}
    </>
  )
}

const isDeletable = ({ status, facts: { sold, held } }: DeskEvent): boolean => status === 'DRAFT' && sold + held === 0

function ActButton({ actions, action }: { readonly actions: Actions; readonly action: Action }) {
  const t = useT()
  const { isSending, ask } = actions
  return (
    <Button tone={action === 'publish' ? 'main' : 'quiet'} busy={isSending} onClick={() => void ask(action)}>
      {t(`foyer.desk.act.${action}`)}
    </Button>
  )
}

type NewOrderLinkProps = { readonly event: DeskEvent; readonly tone: 'main' | 'quiet' }

function NewOrderLink({ event: { id, status, facts }, tone }: NewOrderLinkProps) {
  const t = useT()
  const may = useMayAt(id)
  if (!may('manage-orders') || facts.cancelledAt !== null || status === 'DISABLED') return null
  return (
    <ButtonLink tone={tone} to={pathTo(deskNewOrderPagePath, { eventId: id })}>
      {t('foyer.desk.new-order')}
    </ButtonLink>
  )
}

/** Seats that are held, and the cancellation. */
function OtherPages({ event: { id: eventId, status, facts } }: { readonly event: DeskEvent }) {
  const t = useT()
  const may = useMayAt(eventId)
  const { cancelledAt, sold, held } = facts
  if (!may('manage-orders')) return null
  return (
    <>
      {cancelledAt === null && (
        <ButtonLink tone="quiet" to={pathTo(deskSeatBlocksPagePath, { eventId })}>
          {t('foyer.desk.blocks')}
        </ButtonLink>
      )}
      {(cancelledAt !== null || sold + held > 0 || status === 'PUBLIC') && (
        <ButtonLink tone="quiet" to={pathTo(deskCancelEventPagePath, { eventId })}>
          {t(cancelledAt === null ? 'foyer.desk.act.cancel' : 'foyer.desk.act.cancelled')}
        </ButtonLink>
      )}
    </>
  )
}

/** What will happen, before it does. */
function Plan({ actions, edit }: { readonly actions: Actions; readonly edit: string }) {
  const t = useT()
  const { plan, isSending, dropPlan, act } = actions
  if (!plan) return null
  return (
    <Dialog
      isOpen
      title={t(`foyer.desk.plan.${plan.action}`)}
      onDismiss={dropPlan}
      actions={
        <>
          <Button tone="quiet" onClick={dropPlan}>
            {t('foyer.desk.leave-it')}
          </Button>
          {plan.isAllowed && (
            <Button busy={isSending} onClick={() => void act(plan.action)}>
              {t(`foyer.desk.act.${plan.action}`)}
            </Button>
          )}
        </>
      }
    >
      <PlanText plan={plan} edit={edit} />
    </Dialog>
  )
}

function Delete({ actions, onClose }: { readonly actions: Actions; readonly onClose: () => void }) {
  const t = useT()
  return (
    <Dialog
      isOpen
      title={t('foyer.desk.delete.title')}
      onDismiss={onClose}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('foyer.desk.leave-it')}
          </Button>
          <Button tone="danger" busy={actions.isSending} onClick={() => void actions.remove()}>
            {t('foyer.desk.act.delete')}
          </Button>
        </>
      }
    >
      <p>{t('foyer.desk.delete.text')}</p>
    </Dialog>
  )
}

/** Leads to the copy, where it is edited. */
function DuplicateEvent({ event, onClose }: { readonly event: DeskEvent; readonly onClose: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  return (
    <Duplicate
      title={t('foyer.desk.duplicate.title')}
      text={t('foyer.desk.duplicate.text')}
      label={t('foyer.desk.member.startDate')}
      startsAt={event.file.startDate ?? ''}
      call={startsAt =>
        server().call('POST', deskEventDuplicatePath, { params: { eventId: event.id }, body: { startsAt } })
      }
      onMade={({ id }) => navigate(pathTo(deskEditEventPagePath, { eventId: id }))}
      onClose={onClose}
    />
  )
}
