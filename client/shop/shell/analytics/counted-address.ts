/** Segments followed by something that only its owner knows. */
const SECRET_AFTER: ReadonlySet<string> = new Set(['reservation', 'ticket', 'check-in', 'code', 'subscription'])
const LOOKS_SECRET = /^[0-9a-f-]{16,}$/i

/**
 * The address of a page as it may be reported to others: ids of orders and tickets and codes are secrets, and of a
 * query only the campaign that a link belongs to is reported. Scrambled, not even that.
 */
export function countedAddress(address: string, { isScrambled }: { readonly isScrambled: boolean }): string {
  const { origin, pathname, searchParams } = new URL(address)
  const segments = pathname.split('/')
  const told = segments.map((segment, index) => {
    const isSecret = SECRET_AFTER.has(segments[index - 1] ?? '') || LOOKS_SECRET.test(segment)
    return isSecret && segment !== '' ? 'x' : segment
  })
  const campaign = [...searchParams].filter(([name]) => !isScrambled && name.startsWith('utm_'))
  const query = new URLSearchParams(campaign)
  return origin + told.join('/') + (query.size === 0 ? '' : `?${query}`)
}
