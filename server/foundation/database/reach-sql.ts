import type { Reach } from '#domain/access/principal/principal.ts'

/**
 * SQL that is true for what is in the reach of a caller; its three parameters are `reachValues`, the first one `$first`.
 * @param columns Of the organisation, and of the event or pass.
 */
export function isInReach(first: number, columns: { readonly organization: string; readonly context: string }): string {
  const { organization, context } = columns
  return `($${first}::boolean or ${organization} = any ($${first + 1}::integer[]) or ${context} = any ($${first + 2}::integer[]))`
}

export function reachValues(reach: Reach): readonly unknown[] {
  return reach === 'everything' ? [true, [], []] : [false, reach.organizationIds, reach.eventIds]
}
