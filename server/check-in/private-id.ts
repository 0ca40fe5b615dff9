/** The private id that stands in a ticket's code; undefined for what can be none. */
export function privateId(text: string): string | undefined {
  return UUID.test(text) ? text.toLowerCase() : undefined
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
