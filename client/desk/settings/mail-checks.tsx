import { useState } from 'react'
import { deskMailDomainPath, deskTestMailPath } from '#contract/paths.ts'
import type { MailDomain, Setting, TestMailAnswer } from '#contract/settings.ts'
import { problemText } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { useSending } from '#client/frame/forms/sent-form.tsx'
import { Button, CopyButton } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { Tag } from '../parts/work.tsx'
import type { Draft } from './draft.ts'
import css from './settings.module.css'

/** Tries the mail server out, as it is typed, and looks at the records of the sender's domain. */
export function MailChecks({ draft, settings }: { readonly draft: Draft; readonly settings: readonly Setting[] }) {
  return (
    <div className={css.try}>
      <TestMail draft={draft} settings={settings} />
      <DomainCheck />
    </div>
  )
}

const isOfServer = (key: string): boolean => key.startsWith('MAIL_SERVER_') || key === 'MAIL_SENDER'

function TestMail({ draft, settings }: { readonly draft: Draft; readonly settings: readonly Setting[] }) {
  const t = useT()
  const { send, isSending, problems } = useSending()
  const [answer, setAnswer] = useState<TestMailAnswer>()
  const typed = Object.entries(draft.values).filter(([key]) => isOfServer(key))
  const labels = new Map(settings.map(({ key, label }) => [key, label]))
  const test = () =>
    send(
      () => server().call('POST', deskTestMailPath, { body: { changes: Object.fromEntries(typed) } }),
      result => setAnswer(result.kind === 'done' ? result.value : undefined),
    )
  return (
    <>
      <div>
        <Button tone="quiet" busy={isSending} onClick={() => void test()}>
          {t('foyer.desk.test-mail')}
        </Button>
      </div>
      <div role="status" className={css.answer}>
        {problems?.list.map(problem => (
          <p key={problem.field + problem.code} className={css.wrong}>
            {problem.field === '' ? '' : `${labels.get(problem.field) ?? problem.field}: `}
            {problemText(t, problem)}
          </p>
        ))}
        {!problems && answer && <MailAnswer answer={answer} />}
      </div>
    </>
  )
}

function MailAnswer({ answer: { isAccepted, recipient, server: name, answer } }: { readonly answer: TestMailAnswer }) {
  const t = useT()
  if (name === null) return <p>{t('foyer.desk.test-mail.captured')}</p>
  return (
    <>
      <Tag tone={isAccepted ? 'good' : 'bad'}>
        {isAccepted ? t('foyer.desk.test-mail.accepted') : t('foyer.desk.test-mail.refused')}
      </Tag>
      <p>{isAccepted ? t('foyer.desk.test-mail.look', recipient) : t('foyer.desk.test-mail.says', name)}</p>
      {answer !== '' && (
        <p className={css.code} lang="en">
          {answer}
        </p>
      )}
    </>
  )
}

const TONES = { GOOD: 'good', MISSING: 'bad', WEAK: 'warn', UNANSWERED: 'off', NOT_CHECKED: 'off' } as const

function DomainCheck() {
  const t = useT()
  const { send, isSending, problems } = useSending()
  const [found, setFound] = useState<MailDomain>()
  const check = () =>
    send(
      () => server().call('GET', deskMailDomainPath),
      result => result.kind === 'done' && setFound(result.value),
    )
  return (
    <>
      <div className={css.answer}>
        <Button tone="quiet" busy={isSending} onClick={() => void check()}>
          {t('foyer.desk.mail-domain')}
        </Button>
        <p className="soft">{t('foyer.desk.mail-domain.text')}</p>
      </div>
      <div role="status" className={css.answer}>
        {problems?.list.map(problem => (
          <p key={problem.code}>{problemText(t, problem)}</p>
        ))}
        {found?.records.map(({ kind, state, name, sentence, found: text, advised }) => (
          <div key={kind} className={css.answer}>
            <Tag tone={TONES[state]}>{`${kind}: ${t(`foyer.desk.mail-domain.${state}`)}`}</Tag>
            <p>{sentence}</p>
            {text !== null && <p className={css.code}>{text}</p>}
            {advised !== null && (
              <div className={css.copied}>
                <span className={css.code}>{`${name} TXT "${advised}"`}</span>
                <CopyButton text={advised} subject={kind} />
              </div>
            )}
          </div>
        ))}
      </div>
    </>
  )
}
