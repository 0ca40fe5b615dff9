import { CheckboxField, FieldPair, TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { hidesContact } from './controls.ts'
import { type BookingForm, isInvoiceInAddress } from './use-booking-form.ts'
import { useBookingMailQuestion } from './mail-question.tsx'
import { useErrorText } from './use-error-text.ts'
import type { Submission } from './use-submission.ts'
import { Suspense, lazy, useEffect, useState } from 'react'
import { tabStorage } from '#client/frame/storage/browser-storage.ts'
import { hasLeftover } from '../details/booking-draft.ts'
import { isBlank } from '../details/booking-values.ts'
import { useFormValues } from '#client/frame/forms/form-values.ts'
import { lazyPart } from '#client/frame/routing/lazy-part.tsx'
import { Section } from '#client/kit/page/page.tsx'
import { isInvoiceOffered } from '../details/invoice-values.ts'
import { isSignInOffered } from '#client/shop/access/account-slot.tsx'
import css from './book.module.css'

type ContactFieldsProps = { readonly form: BookingForm; readonly submission: Submission }

/** Who orders, and where the tickets go. A page that embeds the shop may bring these itself and have them hidden. */
export function ContactFields({ form, submission }: ContactFieldsProps) {
  const t = useT()
  const errorText = useErrorText(submission)
  const { reservation } = useOpenReservation()
  const { metadata, email } = reservation
  const mail = useBookingMailQuestion(form, 'email')
  if (hidesContact(reservation)) return null
  return (
    <div className={css.fields}>
      <FieldPair>
        <TextField
          {...form.register('firstName')}
          id="firstName"
          label={t('common.first-name')}
          autoComplete="given-name"
          required
          error={errorText('firstName')}
        />
        <TextField
          {...form.register('lastName')}
          id="lastName"
          label={t('common.last-name')}
          autoComplete="family-name"
          required
          error={errorText('lastName')}
        />
      </FieldPair>
      <TextField
        {...form.register('email')}
        id="email"
        label={t('common.email')}
        hint={t('foyer.book.email-hint')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        readOnly={metadata.lockEmailEdit && Boolean(email)}
        error={errorText('email')}
        onBlur={mail.onBlur}
      />
      {mail.question}
    </div>
  )
}

const { Component: Earlier } = lazyPart(async () => (await import('./earlier-details.tsx')).EarlierDetails)

/** What was typed for an earlier reservation of this event, as long as nothing is typed for this one. */
export function EarlierDetails({ form }: { readonly form: BookingForm }) {
  const { place } = useOpenReservation()
  const [mayBe] = useState(() => hasLeftover(tabStorage, place) && isBlank(form.getValues()))
  return mayBe ? <Earlier form={form} /> : null
}

/** Most buyers need none of it. */
const { load: loadFields, Component: OrderInvoiceFields } = lazyPart(
  async () => (await import('./order-invoice-fields.tsx')).OrderInvoiceFields,
)

const SECTION_ID = 'invoice'

type InvoiceProps = { readonly form: BookingForm; readonly submission: Submission }

/** Where the invoice goes, if the buyer wants one or every order gets one. */
export function Invoice({ form, submission }: InvoiceProps) {
  const { context, reservation } = useOpenReservation()
  const terms = context.invoicingConfiguration
  if (!isInvoiceOffered(terms, reservation.orderSummary.free)) return null
  return <Offered form={form} submission={submission} isForEverybody={terms.onlyInvoice} />
}

function Offered({ form, submission, isForEverybody }: InvoiceProps & { readonly isForEverybody: boolean }) {
  const t = useT()
  const isRequested = useFormValues(form, values => values.invoiceRequested)
  const [isThereFromTheStart] = useState(isForEverybody || isRequested)
  useWayToInvoice()
  const fields = <OrderInvoiceFields form={form} submission={submission} />
  return (
    <>
      {!isForEverybody && (
        <CheckboxField
          {...form.register('invoiceRequested')}
          id="invoiceRequested"
          label={t('reservation-page.i-need-an-invoice')}
        />
      )}
      {(isForEverybody || isRequested) && (
        <Section title={t('reservation-page.invoice-details')} id={SECTION_ID}>
          {isThereFromTheStart ? fields : <Suspense>{fields}</Suspense>}
        </Section>
      )}
    </>
  )
}

/** A link that asks for an invoice leads to it (specification, booking 2), eyes and focus; the fields are fetched early. */
function useWayToInvoice(): void {
  const [isInvoiceRequested] = useState(isInvoiceInAddress)
  useEffect(() => {
    // Without its bundle it is fetched again when it is wanted.
    const loaded = loadFields().catch(() => undefined)
    if (!isInvoiceRequested) return
    void loaded.then(() => {
      const heading = document.getElementById(SECTION_ID)
      heading?.focus({ preventScroll: true })
      heading?.scrollIntoView({ block: 'start' })
    })
  }, [isInvoiceRequested])
}

/** A shop without sign-in fetches nothing of it. */
const BuyerAccount = lazy(async () => ({ default: (await import('./buyer-account.tsx')).BuyerAccount }))

/** Where sign-in is offered: who orders, or the way to say so. Its place is kept, so that nothing moves when it comes. */
export function BuyerAccountSlot({ form }: { readonly form: BookingForm }) {
  if (!isSignInOffered()) return null
  return (
    <div className={css.account}>
      <Suspense>
        <BuyerAccount form={form} />
      </Suspense>
    </div>
  )
}
