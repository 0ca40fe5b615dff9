import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Event, ItemsByCategory } from '#contract/event.ts'
import { Card } from '#client/kit/card/card.tsx'
import { Loading, Section, Shape } from '#client/kit/page/page.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { WAITING_LIST_ID } from '../selection.ts'
import { whyWaiting } from '../../sale-state.ts'
import { Button, ButtonRow } from '#client/kit/button/button.tsx'
import { FormProblems } from '#client/frame/forms/form-problems.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import type { WaitingPlace } from '#contract/waiting-list.ts'
import { Part as LeaveList } from './leave-list.tsx'
import { placeText } from './shown-place.tsx'
import { useWaitingPlace } from './use-place.ts'
import { type Control, type Joining, LABELS, isControl, useJoining } from './use-joining.ts'
import { MAX_NAME_LENGTH, MAX_WAITING_SEATS } from '#contract/limits.ts'
import { CheckboxField, FieldPair, SelectField, TextField } from '#client/kit/field/field.tsx'
import { useMailQuestion } from '../../../shell/mail-question/use-mail-question.tsx'
import { RichText } from '#client/kit/rich-text/rich-text.tsx'
import css from './waiting-list.module.css'

export type WaitingListProps = { readonly event: Event; readonly items: ItemsByCategory }

/** Takes a name and an address, for a mail as soon as there is a ticket. */
export function Part({ event, items }: WaitingListProps) {
  const t = useT()
  const [isHydrated, setHydrated] = useState(false)
  // The form is for browsers only: the server has nothing to fill in.
  useEffect(() => setHydrated(true), [])
  const { title, text } = TEXTS[whyWaiting(items)]
  const { ticketCategoriesForWaitingList: categories } = items
  return (
    <Section id={WAITING_LIST_ID} title={t(title)}>
      <Card>
        <p style={{ marginBlockEnd: '1.15rem' }}>{t(text)}</p>
        {isHydrated ? <JoinForm event={event} categories={categories} /> : <FormShape />}
      </Card>
    </Section>
  )
}

const TEXTS = {
  'not-started': { title: 'show-event.pre-sales.header', text: 'show-event.pre-sales.message' },
  'all-reserved': { title: 'foyer.waiting.reserved.title', text: 'foyer.waiting.reserved.text' },
  'sold-out': { title: 'show-event.sold-out.header', text: 'show-event.sold-out.message' },
} as const

function FormShape() {
  return (
    <Loading>
      <Shape height="25rem" round />
    </Loading>
  )
}

type JoinFormProps = Omit<WaitingFieldsProps, 'joining'>

/** The form, and in its place a word when it has been accepted. */
function JoinForm({ event, categories }: JoinFormProps) {
  const joining = useJoining({
    shortName: event.shortName,
    needsTerms: Boolean(event.termsAndConditionsUrl),
    needsPrivacy: event.privacyPolicyUrl !== null,
  })
  const place = useWaitingPlace(event.shortName)
  if (place) return <OnList shortName={event.shortName} place={place} takesFocus={joining.state === 'joined'} />
  return joining.state === 'joined' ? <Joined /> : <Form event={event} categories={categories} joining={joining} />
}

type OnListProps = { readonly shortName: string; readonly place: WaitingPlace; readonly takesFocus: boolean }

/** How many are before, and the way off the list in one press. */
function OnList({ shortName, place, takesFocus }: OnListProps) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.focus()
  }, [takesFocus])
  return (
    <div className={css.onList}>
      <div ref={box} tabIndex={-1} role="status" className={css.joined}>
        <Notice tone="good">
          <p>{t('show-event.sold-out.subscription-complete')}</p>
          <p className={css.place}>{placeText(place, t)}</p>
        </Notice>
      </div>
      <LeaveList shortName={shortName} />
    </div>
  )
}

/** Takes the focus, for the button that had it is gone. */
function Joined() {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
  }, [])
  return (
    <div ref={box} tabIndex={-1} role="status" className={css.joined}>
      <Notice tone="good">{t('show-event.sold-out.subscription-complete')}</Notice>
    </div>
  )
}

function Form({ event, categories, joining }: WaitingFieldsProps) {
  const t = useT()
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    if (joining.state === 'open') void joining.join()
  }
  const fields = joining.problems.map(({ field, code, args }) => ({
    text: t(code, ...args),
    target: controlId(field),
    ...(isControl(field) && { subject: t(LABELS[field]) }),
  }))
  return (
    <form onSubmit={submit} noValidate className={css.form}>
      <FormProblems title={t('foyer.waiting.problem')} refusal={joining.refusal} fields={fields} />
      <WaitingFields event={event} categories={categories} joining={joining} />
      <ButtonRow>
        <Button type="submit" busy={joining.state === 'sending'}>
          {t('show-event.sold-out.subscribe')}
        </Button>
      </ButtonRow>
    </form>
  )
}

/** The id of a control, by its name on the wire. */
const controlId = (field: string): string => `waiting-${field}`

type WaitingFieldsProps = {
  readonly event: Event
  readonly categories: ItemsByCategory['ticketCategoriesForWaitingList']
  readonly joining: Joining
}

/** Who is waiting, for what, and what has to be agreed to. */
function WaitingFields(props: WaitingFieldsProps) {
  return (
    <>
      <Person {...props} />
      <HowMany {...props} />
      <TicketAndLanguage {...props} />
      <Agreements {...props} />
    </>
  )
}

/** What every control says of itself: its name, and what is wrong with it. */
function useControls({ problems }: Joining) {
  const t = useT()
  return (field: Control) => {
    const problem = problems.find(one => one.field === field)
    return { id: controlId(field), name: field, error: problem && t(problem.code, ...problem.args) }
  }
}

function Person({ joining }: WaitingFieldsProps) {
  const t = useT()
  const control = useControls(joining)
  const { values, change } = joining
  const mail = useMailQuestion({ id: controlId('email'), value: values.email, onTake: email => change({ email }) })
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
      <div>
        <TextField
          {...control('email')}
          label={t(LABELS.email)}
          type="email"
          value={values.email}
          onChange={event => change({ email: event.target.value })}
          onBlur={mail.onBlur}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_NAME_LENGTH}
          required
        />
        {mail.question}
      </div>
    </>
  )
}

/** How many tickets, and whether some of them would do. */
function HowMany({ joining }: WaitingFieldsProps) {
  const t = useT()
  const control = useControls(joining)
  const { values, change } = joining
  return (
    <>
      <SelectField
        {...control('quantity')}
        label={t(LABELS.quantity)}
        value={values.quantity}
        onChange={event => change({ quantity: event.target.value })}
      >
        {QUANTITIES.map(quantity => (
          <option key={quantity}>{quantity}</option>
        ))}
      </SelectField>
      {values.quantity === '1' ? null : (
        <CheckboxField
          {...control('orFewer')}
          label={t(LABELS.orFewer)}
          hint={t('foyer.waiting.or-fewer.hint')}
          checked={values.orFewer}
          onChange={event => change({ orFewer: event.target.checked })}
        />
      )}
    </>
  )
}

const QUANTITIES = Array.from({ length: MAX_WAITING_SEATS }, (_, index) => String(index + 1))

/** Which ticket, and in which language to write; asked only where there is a choice. */
function TicketAndLanguage({ event: { contentLanguages }, categories, joining }: WaitingFieldsProps) {
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
            <option key={id} value={id} dir="auto">
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

/** "I have read the terms and conditions and agree", the middle a link that leaves the form as it is. */
function Agreement({ kind, address }: { readonly kind: 'tc' | 'privacy'; readonly address: string }) {
  const t = useT()
  const words = t(`reservation-page.${kind}.link.text`)
  return (
    <>
      <RichText html={t(`reservation-page.${kind}.prefix`)} />{' '}
      <a href={address} target="_blank" rel="noopener">
        {words}
        <span className="unseen"> ({t('link.new-tab')})</span>
      </a>{' '}
      {t(`reservation-page.${kind}.suffix`)}
    </>
  )
}
