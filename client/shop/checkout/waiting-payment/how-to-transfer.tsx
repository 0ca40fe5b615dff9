import { Section } from '#client/kit/page/page.tsx'
import { RichText, asPlainText } from '#client/kit/rich-text/rich-text.tsx'
import { datesIn, formatAmount } from '#client/language/formats.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { epcPayload, readableAccount, transferOf } from './transfer.ts'
import { Card } from '#client/kit/card/card.tsx'
import { CopyButton } from '#client/kit/button/button.tsx'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import css from './waiting.module.css'

/** From the transfer to the ticket. Organisers who watch their account ask for no more than the transfer. */
export function NextSteps() {
  const t = useT()
  const { context, reservation } = useOpenReservation()
  const [email, order] = [asPlainText(context.organizationEmail), asPlainText(reservation.shortId)]
  const isBasic = context.offlinePaymentConfiguration?.showOnlyBasicInstructions
  return (
    <Section title={<RichText html={t('reservation-page-waiting.required-steps')} />} id="steps">
      <ol className={css.steps}>
        <li>
          <RichText html={useTransferSentence()} />
        </li>
        {!isBasic && (
          <li>
            <RichText html={t('reservation-page-waiting.required-steps.2', email, order)} />
          </li>
        )}
        <li>
          <RichText html={t('reservation-page-waiting.required-steps.3')} />
        </li>
      </ol>
      <p className={css.questions}>
        <RichText html={t('reservation-page-waiting.questions', email, order)} />
      </p>
    </Section>
  )
}

/** "Transfer CHF 120.00 to account CH93... with the message 4F2E1A90", and whose account it is where that is known. */
function useTransferSentence(): string {
  const { t, language } = useLanguage()
  const { context, reservation } = useOpenReservation()
  const parts = transferOf(reservation, context)
  const amount = asPlainText(formatAmount(parts.amount, parts.currency, language))
  const account = asPlainText(readableAccount(parts.account))
  const reason = asPlainText(parts.reason)
  const text = 'reservation-page-waiting.required-steps.1'
  if (parts.owner.length === 0) return t(text, amount, account, reason)
  return [
    t(`${text}.with-bank-account-owner`, amount, account),
    asPlainText(`${parts.owner.join(', ')},`),
    t(`${text}.with-bank-account-owner.2`, reason),
  ].join(' ')
}

/** What goes into the transfer, each part ready to be copied. */
export function TransferTable() {
  const { t, language } = useLanguage()
  const { context, reservation } = useOpenReservation()
  const { amount, currency, account, owner, reason } = transferOf(reservation, context)
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
        <Part name={t('invoice.payment-reason')} shown={reason} copied={reason} />
        <Part name={t('foyer.transfer.buyer')} shown={`${reservation.firstName} ${reservation.lastName}`.trim()} />
        <Part
          name={t('invoice.payment-instruction-no-later-than')}
          shown={datesIn(language, context.timeZone).moment(reservation.validity)}
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

/** The transfer as a code that a banking app reads: for euro to an IBAN, the only transfers the standard knows. */
export function BankApp() {
  const { t, language } = useLanguage()
  const { context, reservation } = useOpenReservation()
  const { amount, currency, account, owner, reason } = transferOf(reservation, context)
  const ownerLine = owner[0] ?? context.organizationName
  const payload = currency === 'EUR' ? epcPayload({ iban: account, owner: ownerLine, amount, reason }) : undefined
  if (payload === undefined) return null
  return (
    <Card>
      <figure className={css.code}>
        <QrCode
          text={payload}
          name={t('foyer.transfer.qr.name', formatAmount(amount, currency, language), ownerLine, reason)}
        />
        <figcaption>{t('foyer.transfer.qr.title')}</figcaption>
      </figure>
    </Card>
  )
}

/** Black on white in every theme, with the quiet zone of four modules that scanners need. */
function QrCode({ text, name }: { readonly text: string; readonly name: string }) {
  const { data } = useQuery({
    queryKey: ['qr-code', text],
    queryFn: () => drawn(text),
    staleTime: Infinity,
    retry: false,
  })
  if (!data) return <div className={css.drawing} />
  const side = data.size + 2 * QUIET_ZONE
  return (
    <svg
      className={css.drawing}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      role="img"
      aria-label={name}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={side} height={side} fill="#fff" />
      <path d={data.path} fill="#000" />
    </svg>
  )
}

const QUIET_ZONE = 4

/** The drawing needs a library, which is fetched only here. Error correction M is what the standard asks for. */
async function drawn(text: string): Promise<{ size: number; path: string }> {
  const { create } = await import('qrcode')
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const { size, data } = modules
  const dark = Array.from(data.keys()).filter(position => data[position])
  return { size, path: dark.map(position => `M${position % size} ${Math.floor(position / size)}h1v1h-1z`).join('') }
}
