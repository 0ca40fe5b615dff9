import { useState } from 'react'
import type { AudienceCount } from '#contract/desk-messages.ts'
import { deskMessagePreviewPath, deskMessageTestPath } from '#contract/paths.ts'
import { problemText } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { SelectField } from '#client/kit/field/field.tsx'
import { Notice, useToast } from '#client/kit/notice/notice.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { Acts } from '../../parts/work.tsx'
import type { Messages } from '../message-calls.ts'
import type { MessageDraft } from './draft.ts'
import css from './compose.module.css'

type PreviewProps = {
  readonly eventId: number
  readonly read: Messages
  readonly draft: MessageDraft
  readonly samples: AudienceCount['samples']
}

type Drawn = { readonly subject: string; readonly html: string; readonly text: string }

/** Without the sheet for dark and narrow screens, which the page's policy forbids: its elements carry the rest. */
const byDay = (html: string): string => html.replaceAll(/<style>[^<]*<\/style>/g, '')

/** The mail as a chosen person gets it, drawn by the shop, and a test to the member. */
export function Preview({ eventId, read, draft, samples }: PreviewProps) {
  const { t, language: own } = useLanguage()
  const toast = useToast()
  const { send, isSending, problems } = useSending()
  const [chosen, setChosen] = useState('')
  const [language, setLanguage] = useState(read.languages.includes(own) ? own : (read.languages[0] ?? own))
  const [drawn, setDrawn] = useState<Drawn>()
  const person = samples[Number(chosen)]
  const { audience, purpose, texts } = draft
  const body = {
    audience,
    purpose,
    texts,
    language,
    ...(chosen !== '' && person && { orderId: person.orderId, ticketId: person.ticketId }),
  }
  const params = { eventId }
  const show = () =>
    send(
      () => server().call('POST', deskMessagePreviewPath, { params, body }),
      answer => setDrawn(answer.kind === 'done' ? answer.value : undefined),
    )
  const test = () =>
    send(
      () => server().call('POST', deskMessageTestPath, { params, body }),
      answer => answer.kind === 'done' && toast(t('foyer.desk.message.test.sent', answer.value.recipient), 'good'),
    )
  return (
    <div className={css.form}>
      <ReaderFields {...{ read, samples, chosen, language }} onChoose={setChosen} onRead={setLanguage} />
      <Acts>
        <Button tone="quiet" busy={isSending} onClick={() => void show()}>
          {t('foyer.desk.message.preview.show')}
        </Button>
        <Button tone="quiet" busy={isSending} onClick={() => void test()}>
          {t('foyer.desk.message.test')}
        </Button>
      </Acts>
      {problems && (
        <Notice tone="bad">
          {problems.list.map(problem => (
            <p key={`${problem.field} ${problem.code}`}>{problemText(t, problem)}</p>
          ))}
        </Notice>
      )}
      {drawn && (
        <>
          <b dir="auto">{drawn.subject}</b>
          {/* No script of it runs. */}
          <iframe
            className={css.frame}
            title={t('foyer.desk.message.preview.frame')}
            sandbox=""
            srcDoc={byDay(drawn.html)}
          />
        </>
      )}
    </div>
  )
}

type ReaderProps = Pick<PreviewProps, 'read' | 'samples'> & {
  readonly chosen: string
  readonly language: string
  readonly onChoose: (chosen: string) => void
  readonly onRead: (language: string) => void
}

/** As whom, and in which language it is read. */
function ReaderFields({ read, samples, chosen, language, onChoose, onRead }: ReaderProps) {
  const { t, language: own } = useLanguage()
  const names = new Intl.DisplayNames([own], { type: 'language' })
  return (
    <div className={css.fields}>
      <SelectField
        id="preview-person"
        label={t('foyer.desk.message.preview.as')}
        value={chosen}
        onChange={event => onChoose(event.target.value)}
      >
        <option value="">{t('foyer.desk.message.preview.made-up')}</option>
        {samples.map(({ orderId, ticketId, name }, index) => (
          <option key={`${orderId} ${ticketId}`} value={index}>
            {name}
          </option>
        ))}
      </SelectField>
      {read.languages.length > 1 && (
        <SelectField
          id="preview-language"
          label={t('foyer.desk.message.language')}
          value={language}
          onChange={event => onRead(event.target.value)}
        >
          {read.languages.map(code => (
            <option key={code} value={code}>
              {names.of(code) ?? code}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  )
}
