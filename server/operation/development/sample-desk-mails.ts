import type { composeGroupMessage } from '#server/organiser/group-message/letters.ts'
import type { OrderPrepared } from '#server/organiser/new-orders/letters.ts'
import type { ChangeOffered } from '#server/payment/category-change/letters.ts'
import type { CategoryChangedMail } from '#server/ticket/ticket/letters.ts'
import { ADA, CATEGORY, SHOP, TRANSFER_INSTRUCTIONS, context } from './sample-mails.ts'

/** What mails say that members cause at the desk. */

export const categoryChanged =
  (isTicketAttached: boolean) =>
  (language: string): CategoryChangedMail => ({
    ...context(language),
    reader: ADA,
    from: CATEGORY,
    to: 'VIP',
    url: SHOP,
    isTicketAttached,
  })

export const changeOffered = (language: string): ChangeOffered => ({
  ...context(language),
  buyer: ADA,
  from: CATEGORY,
  to: 'VIP',
  amount: 'CHF 80.00',
  until: TRANSFER_INSTRUCTIONS.deadline,
  url: SHOP,
})

export const orderPrepared = (language: string): OrderPrepared => ({
  ...context(language),
  buyer: ADA,
  amount: 'CHF 240.00',
  until: TRANSFER_INSTRUCTIONS.deadline,
  url: SHOP,
})

const WRITTEN = {
  html: '<p>Hello Ada,</p><p>doors open at <strong>8</strong>. Please bring your ticket and warm clothes.</p>',
  text: 'Hello Ada,\n\ndoors open at 8. Please bring your ticket and warm clothes.',
}

export const groupMessage =
  (endNewsUrl: string | null) =>
  (language: string): Parameters<typeof composeGroupMessage>[0] => ({
    ...context(language),
    subject: 'Doors open at 8',
    ...WRITTEN,
    endNewsUrl,
    isToBuyer: false,
  })
