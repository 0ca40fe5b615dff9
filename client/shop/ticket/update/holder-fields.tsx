import { FieldPair, SelectField, TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import type { HolderPartProps } from './holder-part.ts'
import type { HolderPart } from '../holder/holder-values.ts'

/** Who it is. No autofill here: the browser knows its owner, and the ticket may be for another person. */
export function HolderFields({ ticket, values, change, errorOf }: HolderPartProps) {
  const t = useT()
  const field = (part: HolderPart, label: string) => ({
    id: part,
    label: t(label),
    value: values[part],
    onChange: ({ target }: { target: { value: string } }) => change({ [part]: target.value }),
    autoComplete: 'off',
    required: true,
    readOnly: ticket.locked,
    error: errorOf(part),
  })
  return (
    <>
      <FieldPair>
        <TextField {...field('firstName', 'common.first-name')} />
        <TextField {...field('lastName', 'common.last-name')} />
      </FieldPair>
      <TextField {...field('email', 'common.email')} type="email" autoCapitalize="none" spellCheck={false} />
    </>
  )
}

/** In which language the holder gets ticket and mails; asked only where there is a choice (specification, booking 5). */
export function HolderLanguage({ event: { contentLanguages }, values, change, errorOf }: HolderPartProps) {
  const t = useT()
  if (contentLanguages.length < 2) return null
  return (
    <SelectField
      id="userLanguage"
      label={t('foyer.book.ticket-language')}
      value={values.userLanguage}
      onChange={({ target }) => change({ userLanguage: target.value })}
      error={errorOf('userLanguage')}
    >
      {contentLanguages.map(({ locale, displayLanguage }) => (
        <option key={locale} value={locale} lang={locale}>
          {displayLanguage}
        </option>
      ))}
    </SelectField>
  )
}
