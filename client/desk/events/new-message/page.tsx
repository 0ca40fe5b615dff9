import { useState } from 'react'
import type { AudienceCount } from '#contract/desk-messages.ts'
import { deskMessagesPagePath, deskMessagesPath, pathTo } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { keepPreviousData, useQuery } from '#client/frame/calls/use-query.tsx'
import { Form, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button, ButtonLink } from '#client/kit/button/button.tsx'
import { Notice, useToast } from '#client/kit/notice/notice.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { useNavigate, useParams, useSearchParams } from '#client/routing/router.tsx'
import { DateTimeField } from '../../parts/date-time-field.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { momentOf } from '../../parts/local-time.ts'
import { Acts, Columns, Panel, Stack, Work } from '../../parts/work.tsx'
import { EventPartHead } from '../event-part-head.tsx'
import { type Messages, audienceOf, audienceQuery, messagesQuery } from '../message-calls.ts'
import { AudienceFields } from './audience-fields.tsx'
import type { ChangeDraft, MessageDraft } from './draft.ts'
import { AudienceSize, MessagePlan } from './plan.tsx'
import { Preview } from './preview.tsx'
import { PurposeFields, TextFields } from './text-fields.tsx'
import css from './compose.module.css'

/** A new message: to whom, about what, in which words, how it looks, when, and what will happen. */
export function Page() {
  const eventId = Number(useParams()['eventId'])
  const query = useQuery(messagesQuery(eventId))
  return (
    <Loaded query={query}>
      {read => (
        <Work>
          <Compose eventId={eventId} read={read} />
        </Work>
      )}
    </Loaded>
  )
}

type ComposeProps = { readonly eventId: number; readonly read: Messages }

function Compose({ eventId, read }: ComposeProps) {
  const { t } = useLanguage()
  const [address] = useSearchParams()
  const [draft, setDraft] = useState<MessageDraft>(() => ({
    audience: audienceOf(address),
    purpose: 'TICKET',
    texts: {},
    later: undefined,
  }))
  const change: ChangeDraft = changed => setDraft(before => ({ ...before, ...changed }))
  const count = useQuery({
    ...audienceQuery(eventId, draft.audience, draft.purpose),
    placeholderData: keepPreviousData,
  })
  const sending = useSend({ eventId, read, draft, seen: count.data?.seen, recount: count.refetch })
  const problemOf = useProblemOf(sending.problems)
  return (
    <>
      <EventPartHead eventId={eventId} title={read.event.title} name={t('foyer.desk.messages.new')} />
      <Form
        problems={sending.problems?.status === 409 ? undefined : sending.problems}
        title={t('foyer.desk.message.not-sent')}
        onSubmit={sending.press}
      >
        <Columns
          side={
            <Panel title={t('foyer.desk.order.act.will')}>
              <div className={css.form}>
                {sending.isOther && <Notice tone="bad">{t('foyer.desk.message.changed')}</Notice>}
                {count.data && <MessagePlan {...{ read, draft }} count={count.data} />}
                <Acts>
                  <Button type="submit" busy={sending.isSending}>
                    {sendName(t, draft, count.data?.people ?? 0)}
                  </Button>
                  <ButtonLink tone="quiet" to={pathTo(deskMessagesPagePath, { eventId })}>
                    {t('foyer.desk.leave-it')}
                  </ButtonLink>
                </Acts>
              </div>
            </Panel>
          }
        >
          <Parts {...{ eventId, read, draft, change, problemOf }} count={count.data} />
        </Columns>
      </Form>
    </>
  )
}

type PartsProps = ComposeProps & {
  readonly draft: MessageDraft
  readonly change: ChangeDraft
  readonly problemOf: (field: string) => string | undefined
  readonly count: AudienceCount | undefined
}

/** What is chosen and written, in the order in which one thinks of it. */
function Parts({ eventId, read, draft, change, problemOf, count }: PartsProps) {
  const { t } = useLanguage()
  return (
    <Stack>
      <Panel title={t('foyer.desk.message.whom')}>
        <div className={css.form}>
          <AudienceFields
            {...{ eventId, read }}
            audience={draft.audience}
            onChange={audience => change({ audience })}
          />
          {count && <AudienceSize count={count} />}
        </div>
      </Panel>
      <Panel title={t('foyer.desk.message.purpose')}>
        <PurposeFields {...{ draft, change }} />
      </Panel>
      <Panel title={t('foyer.desk.message.texts')}>
        <TextFields {...{ draft, change, read, problemOf }} />
      </Panel>
      <Panel title={t('foyer.desk.message.preview')}>
        <Preview {...{ eventId, read, draft }} samples={count?.samples ?? []} />
      </Panel>
      <Panel title={t('foyer.desk.message.when')}>
        <When {...{ draft, change }} error={problemOf('sendAt')} />
      </Panel>
    </Stack>
  )
}

function sendName(t: (key: string, count: number) => string, { later }: MessageDraft, people: number): string {
  if (later === undefined) return t(people === 1 ? 'foyer.desk.message.send.one' : 'foyer.desk.message.send', people)
  return t(people === 1 ? 'foyer.desk.message.plan.one' : 'foyer.desk.message.plan', people)
}

type WhenProps = { readonly draft: MessageDraft; readonly change: ChangeDraft; readonly error: string | undefined }

function When({ draft: { later }, change, error }: WhenProps) {
  const { t } = useLanguage()
  return (
    <div className={css.form}>
      <fieldset className={css.choices}>
        <legend className="unseen">{t('foyer.desk.message.when')}</legend>
        <label>
          <input type="radio" name="when" checked={later === undefined} onChange={() => change({ later: undefined })} />
          <b>{t('foyer.desk.message.when.now')}</b>
        </label>
        <label>
          <input type="radio" name="when" checked={later !== undefined} onChange={() => change({ later: '' })} />
          <b>{t('foyer.desk.message.when.later')}</b>
          <span className="soft">{t('foyer.desk.message.when.later.hint')}</span>
        </label>
      </fieldset>
      {later !== undefined && (
        <DateTimeField
          id="sendAt"
          label={t('foyer.desk.message.when.moment')}
          error={error}
          value={later}
          onChange={value => change({ later: value })}
        />
      )}
    </div>
  )
}

type Send = ComposeProps & {
  readonly draft: MessageDraft
  readonly seen: string | undefined
  readonly recount: () => unknown
}

/** Sends it once however often it is pressed; where others would get it than was shown, that is shown first. */
function useSend({ eventId, read, draft, seen = '', recount }: Send) {
  const { t } = useLanguage()
  const toast = useToast()
  const navigate = useNavigate()
  const { send, isSending, problems } = useSending()
  const [requestId] = useState(() => crypto.randomUUID())
  const [isOther, setOther] = useState(false)
  // What was refused is no longer said once it is changed.
  const [refused, setRefused] = useState<MessageDraft>()
  const { audience, purpose, texts, later } = draft
  // A moment that can't be read is one that is over: the server says what to do.
  const sendAt = later === undefined ? null : (momentOf(later, read.event.timezone) ?? 0)
  const press = () =>
    send(
      () =>
        server().call('POST', deskMessagesPath, {
          params: { eventId },
          body: { audience, purpose, texts, sendAt, seen, requestId },
        }),
      async answer => {
        setOther(answer.kind === 'conflict')
        setRefused(draft)
        if (answer.kind === 'conflict') await recount()
        if (answer.kind !== 'done') return
        toast(t('foyer.desk.message.sent'), 'good')
        navigate(pathTo(deskMessagesPagePath, { eventId }))
      },
    )
  return { press, isSending, problems: refused === draft ? problems : undefined, isOther }
}
