import { isUuid } from '#domain/foundation/uuid.ts'

/** The pass that the address names, a bought one or one on offer: `?subscription=` with its number. */
export function usedPassOf(query: URLSearchParams): string | undefined {
  const number = query.get('subscription')?.trim() ?? ''
  return isUuid(number) ? number : undefined
}

/** "4F2E1A90": enough to distinguish one pass from another, and not to use it. */
export const shortPassNumber = (number: string): string => number.slice(0, 8).toUpperCase()

/** The same address without the pass. */
export function withoutUsedPass(query: URLSearchParams): string {
  const rest = new URLSearchParams(query)
  rest.delete('subscription')
  return rest.toString()
}
