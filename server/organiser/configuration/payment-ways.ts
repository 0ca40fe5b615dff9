import type { Scope } from '#domain/access/principal/principal.ts'
import type { PaymentProxy } from '#domain/catalog/payment-method/payment-method.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { unlessUnreadable } from '#server/foundation/setting/sealed-value.ts'
import {
  type Settings,
  loadSettings,
  organizationSettings,
  settingsOf,
  systemSettings,
} from '#server/foundation/setting/settings.ts'
import { isSettingKey } from '#server/foundation/setting/registry.ts'
import { checkPlace } from '#server/payment/pay/online/check-providers.ts'
import { groupOf } from './groups.ts'

/** A provider at one place: whether it can take money by the settings, and which of them it lacks. */
type PaymentWay = {
  readonly provider: PaymentProxy
  /** Id of the group of its settings. */
  readonly group: string
  readonly canBePaid: boolean
  readonly missing: readonly string[]
  readonly isTested: boolean
  /** Addresses to enter at the provider; none where it gets them with each payment. */
  readonly webhooks: string[]
}

const NOTHING_STATED = settingsOf([], new Map())
const UNREADABLE = ['a secret']

export async function paymentWays(
  shop: Pick<Shop, 'db' | 'config' | 'providers'>,
  scope: Scope,
): Promise<PaymentWay[]> {
  const settings = await settingsOfScope(shop.db, scope)
  return shop.providers.map(({ proxy, online, missing }) => {
    const lacks = unlessUnreadable(() => missing(settings), UNREADABLE)
    const paths = (online?.webhooks ?? []).flatMap(({ path, method }) => (isEntered(path, method) ? [path] : []))
    return {
      provider: proxy,
      // Where nothing is stated a provider lacks settings of its own.
      group: missing(NOTHING_STATED).filter(isSettingKey).map(groupOf)[0]?.id ?? '',
      canBePaid: lacks.length === 0,
      missing: lacks,
      isTested: online !== undefined,
      webhooks: paths.map(path => `${shop.config.baseUrl}${path}`),
    }
  })
}

/** Those with an order in their address are sent to the provider with each payment. */
const isEntered = (path: string, method: string): boolean => method === 'POST' && !path.includes(':')

/**
 * What a provider says about the settings of a place, by a harmless call; empty when all is well. Undefined where there
 * is no such provider, or it can't be asked.
 */
export async function testPayment(
  shop: Pick<Shop, 'db' | 'config' | 'clock' | 'providers'>,
  scope: Scope,
  proxy: string,
): Promise<readonly string[] | undefined> {
  const online = shop.providers.find(provider => provider.proxy === proxy)?.online
  return online && checkPlace(shop, online, await settingsOfScope(shop.db, scope))
}

function settingsOfScope(db: Queryable, scope: Scope): Promise<Settings> {
  switch (scope.kind) {
    case 'shop':
      return systemSettings(db)
    case 'organization':
      return organizationSettings(db, scope)
    case 'event':
      return loadSettings(db, { contextId: scope.eventId })
    default:
      return scope satisfies never
  }
}
