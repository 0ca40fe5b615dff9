/** Mails that a member can read as buyers and holders get them, about an order that does not exist. */
export const SAMPLE_MAILS = [
  'order-confirmed',
  'ticket',
  'transfer-instructions',
  'transfer-reminder',
  'transfer-expired',
  'names-reminder',
  'answers-reminder',
  'payment-failed',
  'order-cancelled',
  'refunded',
  'event-cancelled',
  'sale-begins',
  'waiting-list',
  'seat-offered',
  'pass',
  'pass-end',
] as const
export type SampleMail = (typeof SAMPLE_MAILS)[number]

/** Those about a pass, which takes place at no time. */
export const isAboutPass = (mail: SampleMail): boolean => mail === 'pass' || mail === 'pass-end'
