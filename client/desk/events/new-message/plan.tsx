import type { AudienceCount } from '#contract/desk-messages.ts'
import { languageFor, writtenTexts } from '#domain/organiser/group-message/group-message.ts'
import { useLanguage } from '#client/language/language-context.ts'
import type { Messages } from '../message-calls.ts'
import type { MessageDraft } from './draft.ts'
import css from './compose.module.css'

/** "To 214 people." */
export function AudienceSize({ count }: { readonly count: AudienceCount }) {
  const { t, language } = useLanguage()
  const number = new Intl.NumberFormat(language)
  const { people, withoutAddress, unsubscribed } = count
  return (
    <div role="status">
      <p className={css.count}>
        {t(people === 1 ? 'foyer.desk.message.count.one' : 'foyer.desk.message.count', number.format(people))}
      </p>
      {withoutAddress > 0 && <p>{t('foyer.desk.message.without-address', number.format(withoutAddress))}</p>}
      {unsubscribed > 0 && <p>{t('foyer.desk.message.unsubscribed', number.format(unsubscribed))}</p>}
    </div>
  )
}

type PlanProps = { readonly read: Messages; readonly draft: MessageDraft; readonly count: AudienceCount }

/** What will happen when it is sent: how many, in which languages, and where answers go. */
export function MessagePlan({ read, draft, count }: PlanProps) {
  const { t, language } = useLanguage()
  const number = new Intl.NumberFormat(language)
  const names = new Intl.DisplayNames([language], { type: 'language' })
  const nameOf = (code: string) => names.of(code) ?? code
  const written = writtenTexts(draft.texts)
  return (
    <>
      <AudienceSize count={count} />
      <ul className={css.said}>
        {count.languages.map(({ language: code, people }) => {
          const readIn = languageFor(written, code, read.languages)
          return (
            <li key={code}>
              {readIn === undefined || readIn === code
                ? t('foyer.desk.message.language-count', nameOf(code), number.format(people))
                : t('foyer.desk.message.language-fallback', nameOf(code), number.format(people), nameOf(readIn))}
            </li>
          )
        })}
        <li>{t('foyer.desk.message.each-once')}</li>
        <li>
          {read.replyTo === null ? t('foyer.desk.message.no-reply') : t('foyer.desk.message.reply-to', read.replyTo)}
        </li>
      </ul>
    </>
  )
}
