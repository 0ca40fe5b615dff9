import type { Data } from 'swissqrbill/types'
import { formatAmount, formatIBAN, formatReference } from 'swissqrbill/utils'
import type { Say } from '#server/foundation/language/texts.ts'

/** What the payment part of a Swiss QR-bill shows, and its receipt (SIX style guide); finished texts. */
export type PaymentPart = {
  readonly account: string
  readonly creditor: readonly string[]
  readonly reference: string
  readonly message: string
  readonly currency: string
  readonly amount: string
  /** What the code is, for those who do not see it. */
  readonly code: string
  readonly words: ReturnType<typeof wordsOf>
}

/** The words of the standard. */
const wordsOf = (say: Say) => ({
  acceptancePoint: say('foyer.qr-bill.acceptance-point'),
  account: say('foyer.qr-bill.account'),
  additionalInformation: say('foyer.qr-bill.additional-information'),
  amount: say('foyer.qr-bill.amount'),
  currency: say('foyer.qr-bill.currency'),
  payableByName: say('foyer.qr-bill.payable-by'),
  paymentPart: say('foyer.qr-bill.payment-part'),
  receipt: say('foyer.qr-bill.receipt'),
  reference: say('foyer.qr-bill.reference'),
  separate: say('foyer.qr-bill.separate'),
})

/** The payer is left out, as of the code: the form has room to write it by hand. */
export function paymentPartOf(bill: Data, say: Say): PaymentPart {
  const { creditor, reference = '', message = '', currency, amount = 0 } = bill
  const { name, address, buildingNumber, zip, city, country, account } = creditor
  const street = [address, buildingNumber].filter(part => part !== undefined && part !== '').join(' ')
  const town = `${country === 'CH' ? '' : `${country}-`}${zip} ${city}`
  return {
    account: formatIBAN(account),
    creditor: [name, street, town].filter(line => line !== ''),
    reference: formatReference(reference),
    message,
    currency,
    amount: formatAmount(amount),
    code: say('foyer.transfer.qr.SWISS'),
    words: wordsOf(say),
  }
}
