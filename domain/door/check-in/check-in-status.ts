/** How a scan can end (lifecycle F), in the words of the wire. */
export const CHECK_IN_STATUSES = [
  'EVENT_NOT_FOUND',
  'TICKET_NOT_FOUND',
  'EMPTY_TICKET_CODE',
  'INVALID_TICKET_CODE',
  'INVALID_TICKET_STATE',
  'ALREADY_CHECK_IN',
  'MUST_PAY',
  'OK_READY_TO_BE_CHECKED_IN',
  'SUCCESS',
  'INVALID_TICKET_CATEGORY_CHECK_IN_DATE',
  'BADGE_SCAN_ALREADY_DONE',
  'OK_READY_FOR_BADGE_SCAN',
  'BADGE_SCAN_SUCCESS',
  'ERROR',
] as const

export type CheckInStatus = (typeof CHECK_IN_STATUSES)[number]

export const LEAD_STATUSES = ['COLD', 'WARM', 'HOT'] as const

/** How interested an attendee is whose badge a sponsor has scanned. */
export type LeadStatus = (typeof LEAD_STATUSES)[number]

/** What is unknown or left out is WARM (organiser contract). */
export function leadStatus(word: string | null | undefined): LeadStatus {
  return LEAD_STATUSES.find(status => status === word) ?? 'WARM'
}

/** So many days after the end of an event sponsors collect leads still. */
export const SPONSOR_DAYS_AFTER_END = 10
