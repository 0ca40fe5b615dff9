/**
 * How often what is offered by a purchase context has changed, as an expression of SQL. Every change counts, its own and
 * those of what contexts share, so that the sum grows with each (server/foundation/database/migrations/0018-offer-version.sql). `contextId`
 * names the column with its table: `offer_version` has an `id` of its own.
 */
export function offerVersion(contextId: string): string {
  return `(select sum(version)::bigint from offer_version where offer_version.id in (0, ${contextId}))`
}
