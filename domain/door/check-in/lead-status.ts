export const LEAD_STATUSES = ['COLD', 'WARM', 'HOT'] as const

/** How interested an attendee is whose badge a sponsor has scanned. */
export type LeadStatus = (typeof LEAD_STATUSES)[number]

/** What is unknown or left out is WARM (organiser contract). */
export function leadStatus(word: string | null | undefined): LeadStatus {
  return LEAD_STATUSES.find(status => status === word) ?? 'WARM'
}
