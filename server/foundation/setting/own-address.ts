import type { Services } from '#server/foundation/services.ts'

/**
 * An address as visitors and other programs need it. Pages of the shop itself are stored by their path, so that they lead there also once
 * the shop has another address.
 */
export function fullAddress<Address extends string | null>(
  address: Address,
  { baseUrl }: Pick<Services['config'], 'baseUrl'>,
): Address | string {
  return address?.startsWith('/') ? `${baseUrl}${address}` : address
}
