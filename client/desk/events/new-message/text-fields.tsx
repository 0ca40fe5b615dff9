import { MESSAGE_PURPOSES } from '#domain/organiser/group-message/group-message.ts'
import { FieldFrame, TextField, controlProps } from '#client/kit/field/field.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import type { Messages } from '../message-calls.ts'
import { type ChangeDraft, EMPTY_TEXT, type MessageDraft } from './draft.ts'
import css from './compose.module.css'

type FieldsProps = {
  readonly draft: MessageDraft
  readonly change: ChangeDraft
}

/** Practical, or other news, which carry a link to unsubscribe. */
export function PurposeFields({ draft, change }: FieldsProps) {
  const { t } = useLanguage()
  return (
    <fieldset className={css.choices}>
      <legend className="unseen">{t('foyer.desk.message.purpose')}</legend>
      {MESSAGE_PURPOSES.map(purpose => (
        <label key={purpose}>
          <input type="radio" name="purpose" checked={draft.purpose === purpose} onChange={() => change({ purpose })} />
          <b>{t(`foyer.desk.message.purpose.${purpose.toLowerCase()}`)}</b>
          <span className="soft">{t(`foyer.desk.message.purpose.${purpose.toLowerCase()}.hint`)}</span>
        </label>
      ))}
    </fieldset>
  )
}

type TextsProps = FieldsProps & {
  readonly read: Messages
  readonly problemOf: (field: string) => string | undefined
}

/** Subject and text in each language of the event. */
export function TextFields({ draft, change, read, problemOf }: TextsProps) {
  const { t, language } = useLanguage()
  const names = new Intl.DisplayNames([language], { type: 'language' })
  const { languages, placeholders } = read
  const write = (code: string, part: 'subject' | 'text', value: string) =>
    change({ texts: { ...draft.texts, [code]: { ...(draft.texts[code] ?? EMPTY_TEXT), [part]: value } } })
  return (
    <div className={css.form}>
      {languages.length > 1 && <p className="soft">{t('foyer.desk.message.texts.hint')}</p>}
      {languages.map(code => {
        const { subject, text } = draft.texts[code] ?? EMPTY_TEXT
        const area = {
          id: `texts.${code}.text`,
          label: t('foyer.desk.messages.text'),
          hint: t('foyer.desk.messages.text.hint'),
          error: problemOf(`texts.${code}.text`),
        }
        return (
          <fieldset key={code} className={css.text}>
            <legend className={languages.length > 1 ? undefined : 'unseen'}>{names.of(code) ?? code}</legend>
            <TextField
              id={`texts.${code}.subject`}
              label={t('foyer.desk.messages.subject')}
              error={problemOf(`texts.${code}.subject`)}
              dir="auto"
              lang={code}
              autoComplete="off"
              value={subject}
              onChange={event => write(code, 'subject', event.target.value)}
            />
            <FieldFrame {...area}>
              <textarea
                {...controlProps(area)}
                dir="auto"
                lang={code}
                rows={8}
                value={text}
                onChange={event => write(code, 'text', event.target.value)}
              />
            </FieldFrame>
          </fieldset>
        )
      })}
      <details>
        <summary>{t('foyer.desk.message.placeholders')}</summary>
        <dl className={css.placeholders}>
          {placeholders.map(name => (
            <Placeholder key={name} name={name} meaning={t(`foyer.desk.message.placeholder.${name}`)} />
          ))}
        </dl>
      </details>
    </div>
  )
}

function Placeholder({ name, meaning }: { readonly name: string; readonly meaning: string }) {
  return (
    <>
      <dt>
        <code>{`{{${name}}}`}</code>
      </dt>
      <dd>{meaning}</dd>
    </>
  )
}
