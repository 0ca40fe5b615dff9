/** Has a text the usual form of a UUID? Capitals count as well. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
