import { type MailContext, fact, factList, paragraph } from '#server/mail/letter/letter.ts'
import { letter } from '#server/mail/letter/compose.ts'

export type PaymentFailedNotice = MailContext & {
  readonly buyer: { readonly firstName: string; readonly lastName: string }
  readonly shortId: string
  readonly reservationId: string
  /** By whose name, such as STRIPE. */
  readonly provider: string | null
  /** A sentence, or the key of one; null where there is nothing that helps. */
  readonly reason: string | null
  /** False: the time is over, and the seats are free. */
  readonly isHeld: boolean
}

/** To the organiser: a buyer could not pay (lifecycle A.3.9). */
export const composePaymentFailedNotice = letter<PaymentFailedNotice>(
  ({ eventName, buyer, shortId, provider, reason, isHeld, reservationId }, say) => ({
    subject: say('foyer.mail.payment-failed.notice.subject', eventName, shortId),
    title: say('foyer.mail.payment-failed.notice.title'),
    blocks: [
      paragraph(say(`foyer.mail.payment-failed.notice.${isHeld ? 'held' : 'gone'}`)),
      factList(
        fact(say('foyer.mail.notification.buyer'), `${buyer.firstName} ${buyer.lastName}`),
        ...(provider === null ? [] : [fact(say('foyer.mail.notification.payment'), provider)]),
        ...(reason === null ? [] : [fact(say('foyer.mail.payment-failed.reason'), say(reason))]),
        fact(say('foyer.mail.notification.reservation'), reservationId),
      ),
    ],
    why: say('foyer.mail.notification.why'),
    isForOrganiser: true,
  }),
)
