import { Section } from '#client/kit/page/page.tsx'
import { RichText, asPlainText } from '#client/kit/rich-text/rich-text.tsx'
import { formatAmount } from '#client/language/formats.ts'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { readableAccount, transferOf } from './transfer.ts'
import { Card } from '#client/kit/card/card.tsx'
import { ButtonAnchor, CopyButton } from '#client/kit/button/button.tsx'
import { server } from '#client/frame/calls/server.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'
import { downloadInvoicePath, downloadPassInvoicePath, transferCodePath, transferPath } from '#contract/order-paths.ts'
import { pathTo } from '#contract/paths.ts'
import css from './waiting.module.css'

/** What happens once the money is there. An organiser who wants few words leaves out whom to ask. */
export function WhatFollows() {
  const t = useT()
  const { context, reservation } = useOpenReservation()
  const [email, order] = [asPlainText(context.organizationEmail), asPlainText(reservation.shortId)]
  const isBasic = context.offlinePaymentConfiguration?.showOnlyBasicInstructions
  return (
    <Section title={t('foyer.transfer.then')} id="then">
      <p>
        <RichText html={t('reservation-page-waiting.required-steps.3')} />
      </p>
      {!isBasic && (
        <p className={css.questions}>
          <RichText html={t('reservation-page-waiting.questions', email, order)} />
        </p>
      )}
    </Section>
  )
}

/** The reference and the code of the transfer; the page is complete without them wherever the message is enough. */
const transferQuery = (reservationId: string) =>
  queryOptions({
    queryKey: ['transfer', reservationId],
    queryFn: ({ signal }) => valueOf(server().call('GET', transferPath, { params: { reservationId }, signal })),
  })

/** What goes into the transfer, each part ready to be copied. */
export function TransferTable() {
  const { t, language } = useLanguage()
  const { place, context, reservation } = useOpenReservation()
  const { amount, currency, account, owner, reason } = transferOf(reservation, context)
  const reference = useQuery(transferQuery(place.reservationId)).data?.reference ?? null
  return (
    <Card>
      <dl className={css.table}>
        <Part
          name={t('foyer.transfer.amount')}
          shown={formatAmount(amount, currency, language)}
          copied={amount}
          isLarge
        />
        {account !== '' ? (
          <Part name={t('foyer.transfer.account')} shown={readableAccount(account)} copied={account} />
        ) : (
          <Part name={t('foyer.transfer.account')} shown={t('foyer.transfer.no-account')} />
        )}
        {owner.length > 0 && <Part name={t('invoice.payment-to')} shown={owner.join('\n')} copied={owner.join('\n')} />}
        {reference !== null && <Part name={t('foyer.transfer.reference')} shown={reference} copied={reference} />}
        <Part name={t('invoice.payment-reason')} shown={reason} copied={reason} />
        <Part
          name={t('invoice.payment-instruction-no-later-than')}
          shown={datesIn(language, context.timeZone).day(reservation.validity)}
        />
      </dl>
    </Card>
  )
}

type PartProps = { readonly name: string; readonly shown: string; readonly copied?: string; readonly isLarge?: boolean }

function Part({ name, shown, copied, isLarge = false }: PartProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={css.value} data-large={isLarge || undefined}>
        {shown}
      </dd>
      {copied !== undefined && (
        <dd>
          <CopyButton text={copied} subject={name} />
        </dd>
      )}
    </div>
  )
}

/** The transfer as a code that a banking app reads: a Swiss QR code, or that of the EPC for euro. */
export function BankApp() {
  const { t, language } = useLanguage()
  const { place, context, reservation } = useOpenReservation()
  const { reservationId } = place
  const { amount, currency, owner, reason } = transferOf(reservation, context)
  const { data } = useQuery(transferQuery(reservationId))
  if (!data?.code) return null
  const receiver = owner[0] ?? context.organizationName
  return (
    <Card>
      <figure className={css.code}>
        <img
          className={css.drawing}
          src={pathTo(transferCodePath, { reservationId })}
          alt={t('foyer.transfer.qr.name', formatAmount(amount, currency, language), receiver, reason)}
          width={224}
          height={224}
        />
        <figcaption>{t(`foyer.transfer.qr.${data.code}`)}</figcaption>
      </figure>
    </Card>
  )
}

/** The invoice that was asked for; it comes by mail as well. (The wire reports documents as present once they are paid.) */
export function Invoice() {
  const t = useT()
  const { place, context, reservation } = useOpenReservation()
  const { type, publicIdentifier, reservationId } = place
  if (reservation.invoiceNumber === null || !context.invoicingConfiguration.userCanDownloadReceiptOrInvoice) return null
  const address =
    type === 'event'
      ? pathTo(downloadInvoicePath, { eventName: publicIdentifier, reservationId })
      : pathTo(downloadPassInvoicePath, { id: publicIdentifier, reservationId })
  return (
    <p className={css.invoice}>
      <ButtonAnchor tone="quiet" href={address} target="_blank" rel="noopener">
        {t('reservation-page-complete.download-your-invoice')}
        <span className="unseen"> ({t('link.new-tab')})</span>
      </ButtonAnchor>
    </p>
  )
}
