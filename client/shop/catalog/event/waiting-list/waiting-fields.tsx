import type { Event, ItemsByCategory } from '#contract/event.ts'
import { MAX_NAME_LENGTH } from '#contract/limits.ts'
import { CheckboxField, FieldPair, SelectField, TextField } from '#client/kit/field/field.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { Agreement } from './agreement.tsx'
import type { Joining } from './use-joining.ts'
import { type Control, LABELS } from './waiting-values.ts'

/** The id of a control, by its name on the wire. */
export const controlId = (field: string): string => `waiting-${field}`

export type WaitingFieldsProps = {
  readonly event: Event
  readonly categories: ItemsByCategory['ticketCategoriesForWaitingList']
  readonly joining: Joining
}

/** Who is waiting, for what, and what has to be agreed to. */
export function WaitingFields(props: WaitingFieldsProps) {
  return (
    <>
      <Person {...props} />
      <Wishes {...props} />
      <Agreements {...props} />
    </>
  )
}

/** What every control says of itself: its name, and what is wrong with it. */
function useControls({ problems }: Joining) {
  const t = useT()
  return (field: Control) => {
    const problem = problems.find(known => known.field === field)
    return { id: controlId(field), name: field, error: problem && t(problem.code, ...problem.args) }
  }
}

function Person({ joining }: WaitingFieldsProps) {
  const t = useT()
  const control = useControls(joining)
  const { values, change } = joining
  return (
    <>
      <FieldPair>
        <TextField
          {...control('firstName')}
          label={t(LABELS.firstName)}
          value={values.firstName}
          onChange={event => change({ firstName: event.target.value })}
          autoComplete="given-name"
          maxLength={MAX_NAME_LENGTH}
          required
        />
        <TextField
          {...control('lastName')}
          label={t(LABELS.lastName)}
          value={values.lastName}
          onChange={event => change({ lastName: event.target.value })}
          autoComplete="family-name"
          maxLength={MAX_NAME_LENGTH}
          required
        />
      </FieldPair>
      <TextField
        {...control('email')}
        label={t(LABELS.email)}
        type="email"
        value={values.email}
        onChange={event => change({ email: event.target.value })}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_NAME_LENGTH}
        required
      />
    </>
  )
}

/** Which ticket, and in which language to write; asked only where there is a choice. */
function Wishes({ event: { contentLanguages }, categories, joining }: WaitingFieldsProps) {
  const { t, offered } = useLanguage()
  const control = useControls(joining)
  const { values, change } = joining
  return (
    <>
      {categories.length > 1 ? (
        <SelectField
          {...control('selectedCategory')}
          label={t(LABELS.selectedCategory)}
          value={values.category}
          onChange={event => change({ category: event.target.value })}
        >
          <option value="">{t('foyer.waiting.any')}</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      ) : null}
      {contentLanguages.length > 1 ? (
        <SelectField
          {...control('userLanguage')}
          label={t(LABELS.userLanguage)}
          value={values.language}
          onChange={event => change({ language: event.target.value })}
          required
        >
          {offered.map(({ locale, displayLanguage }) => (
            <option key={locale} value={locale} lang={locale}>
              {displayLanguage}
            </option>
          ))}
        </SelectField>
      ) : null}
    </>
  )
}

function Agreements({ event: { privacyPolicyUrl, termsAndConditionsUrl }, joining }: WaitingFieldsProps) {
  const control = useControls(joining)
  const { values, change } = joining
  if (!privacyPolicyUrl && !termsAndConditionsUrl) return null
  return (
    <div>
      {privacyPolicyUrl === null ? null : (
        <CheckboxField
          {...control('privacyPolicyAccepted')}
          label={<Agreement kind="privacy" address={privacyPolicyUrl} />}
          checked={values.privacy}
          onChange={event => change({ privacy: event.target.checked })}
          required
        />
      )}
      {termsAndConditionsUrl ? (
        <CheckboxField
          {...control('termAndConditionsAccepted')}
          label={<Agreement kind="tc" address={termsAndConditionsUrl} />}
          checked={values.terms}
          onChange={event => change({ terms: event.target.checked })}
          required
        />
      ) : null}
    </div>
  )
}
