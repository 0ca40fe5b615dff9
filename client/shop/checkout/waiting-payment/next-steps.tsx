import { Section } from '#client/kit/page/page.tsx'
import { RichText, asPlainText } from '#client/kit/rich-text/rich-text.tsx'
import { formatAmount } from '#client/language/formats.ts'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { useOpenReservation } from '../frame/open-reservation.ts'
import { readableAccount } from './epc-payload.ts'
import { transferOf } from './transfer.ts'
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
