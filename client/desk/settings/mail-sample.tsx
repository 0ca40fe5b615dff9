import { useState } from 'react'
import { deskMailTestPath } from '#contract/paths.ts'
import { may } from '#domain/access/principal/principal.ts'
import { SAMPLE_MAILS, isAboutPass } from '#domain/mail/sample-mail/sample-mail.ts'
import { problemText } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { SelectField } from '#client/kit/field/field.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { Panel } from '../parts/work.tsx'
import { memberOf, useMe } from '../session/me.ts'
import { LanguageField } from './language-field.tsx'
import type { Place } from './sections.ts'
import css from './settings.module.css'

type MailSampleProps = {
  readonly place: Place
  /** That of the mail; left out: it is chosen here. */
  readonly language?: string
}

/** May the member change the words that buyers read here? Those of a pass are its organisation's. */
export function useMayWord({ organizationId, eventId, passId }: Place): boolean {
  const me = useMe()
  if (me === undefined || passId !== undefined) return false
  const member = memberOf(me)
  if (organizationId === null) return may(member, 'administer-shop', 'shop')
  return may(member, 'manage-events', { organizationId, ...(eventId !== undefined && { eventId }) })
}

/** Mails the member one mail of the shop as buyers get it, in the words and the look of the place. */
export function MailSample({ place, language: given }: MailSampleProps) {
  const { t, language: own } = useLanguage()
  const { send, isSending, problems } = useSending()
  const [chosen, setChosen] = useState<string>(own)
  const language = given ?? chosen
  const [mail, setMail] = useState<(typeof SAMPLE_MAILS)[number]>('order-confirmed')
  const [answer, setAnswer] = useState<string>()
  const { organizationId, eventId } = place
  const offered = SAMPLE_MAILS.filter(each => eventId === undefined || !isAboutPass(each))
  const test = () => {
    setAnswer(undefined)
    const body = { organizationId, eventId: eventId ?? null, mail, language }
    return send(
      () => server().call('POST', deskMailTestPath, { body }),
      result => {
        if (result.kind !== 'done') return
        const { hasMailServer, recipient } = result.value
        setAnswer(hasMailServer ? t('foyer.desk.sample-mail.sent', recipient) : t('foyer.desk.test-mail.captured'))
      },
    )
  }
  return (
    <Panel title={t('foyer.desk.sample-mail')}>
      <div className={css.form}>
        <p className="soft">{t('foyer.desk.sample-mail.lead')}</p>
        <SelectField
          id="sample-mail"
          label={t('foyer.desk.sample-mail.which')}
          value={mail}
          onChange={({ target }) => setMail(offered.find(each => each === target.value) ?? mail)}
        >
          {offered.map(each => (
            <option key={each} value={each}>
              {t(`foyer.desk.sample-mail.${each}`)}
            </option>
          ))}
        </SelectField>
        {given === undefined && <LanguageField id="sample-language" value={chosen} onChoose={setChosen} />}
        <div>
          <Button tone="quiet" busy={isSending} onClick={() => void test()}>
            {t('foyer.desk.sample-mail.send')}
          </Button>
        </div>
        <div role="status" className={css.answer}>
          {problems?.list.map(problem => (
            <p key={problem.field + problem.code} className={css.wrong}>
              {problemText(t, problem)}
            </p>
          ))}
          {!problems && answer !== undefined && <p>{answer}</p>}
        </div>
      </div>
    </Panel>
  )
}
