import type { ServiceRequest } from '../event-request.ts'
import type { Reading } from '../read-parts.ts'
import type { ServiceDraft } from '../parts-draft.ts'

/** One extra of the request; `service` is what is stored of it. */
export type ServiceReading = Omit<Reading, 'request'> & {
  readonly request: ServiceRequest
  readonly service: ServiceDraft | null
  readonly field: string
}
