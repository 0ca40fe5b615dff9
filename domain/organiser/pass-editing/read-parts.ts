import type { Known } from '#domain/organiser/event-editing/event-draft.ts'
import type { PassDraft } from './pass-draft.ts'
import type { PassFindings } from './pass-problem.ts'
import type { PassRequest } from './pass-request.ts'

/** What every reader of a part of the request works with; `stored` is null when the pass is new. */
export type PassReading = {
  readonly request: PassRequest
  readonly stored: PassDraft | null
  readonly known: Omit<Known, 'organizerCodes'>
  readonly findings: PassFindings
}
