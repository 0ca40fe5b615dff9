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
