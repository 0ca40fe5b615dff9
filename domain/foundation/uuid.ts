/** The usual form of a UUID; validators of the format "uuid" also take `urn:uuid:`, which PostgreSQL does not. */
export const UUID_PATTERN = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'

const UUID = new RegExp(UUID_PATTERN)

/** Has a text the usual form of a UUID? Capitals count as well. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** Comes before every other, where a list begins. */
export const LEAST_UUID = '00000000-0000-0000-0000-000000000000'
