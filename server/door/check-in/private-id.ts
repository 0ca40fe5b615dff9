import { isUuid } from '#domain/foundation/uuid.ts'

/** The private id in a ticket's code; undefined for what can be none. */
export function privateId(text: string): string | undefined {
  return isUuid(text) ? text.toLowerCase() : undefined
}
