/**
 * Texts that mention tickets and events, and what they say around the order of a pass; all others are the same for
 * both.
 */
export const PASS_WORDS = {
  'breadcrumb.step1': 'foyer.pass-order.step1',
  'foyer.book.email-hint': 'foyer.pass-order.email-hint',
  'foyer.cancel.keep': 'foyer.pass-order.cancel.keep',
  'foyer.cancel.text': 'foyer.pass-order.cancel.text',
  'foyer.cancel.title': 'foyer.pass-order.cancel.title',
  'foyer.countdown.given': 'foyer.pass-order.held',
  'foyer.countdown.last-given': 'foyer.pass-order.held-last',
  'foyer.error.to-event': 'foyer.pass-order.back',
  'foyer.expired.again': 'foyer.pass-order.expired.again',
  'foyer.expired.kept': 'foyer.pass-order.expired.kept',
  'foyer.held.change-tickets': 'foyer.pass-order.expired.again',
  'foyer.held.given-back': 'foyer.pass-order.given-back',
  'foyer.hold.give-back': 'foyer.pass-order.give-back',
  'foyer.order.steps': 'foyer.pass-order.steps',
  'foyer.overview.get-free': 'foyer.pass-order.get-free',
  'foyer.overview.transfer-in-a-day': 'foyer.pass-order.transfer-in-a-day',
  'foyer.overview.transfer-in-hours': 'foyer.pass-order.transfer-in-hours',
  'foyer.payment.nothing-lost': 'foyer.pass-order.nothing-lost',
  'foyer.to-event': 'foyer.pass-order.back',
  'foyer.transfer.overdue': 'foyer.pass-order.overdue',
  'reservation-page-waiting.required-steps.3': 'foyer.pass-order.transfer-steps.3',
  'reservation-page-waiting.title': 'foyer.pass-order.held-until',
  'reservation-page.offline.description': 'foyer.pass-order.transfer',
  'reservation-page.offline.deferred.success.message': 'foyer.pass-order.deferred',
} as const satisfies Readonly<Record<string, string>>
