import type { Home } from '#contract/desk-home.ts'
import { type Principal, may } from '#domain/access/principal/principal.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { unlessUnreadable } from '#server/foundation/setting/sealed-value.ts'
import { organizationSettings, systemSettings } from '#server/foundation/setting/settings.ts'
import { readComing, readErasure, reachOfHome } from './coming.ts'
import { type ShopFacts, shopFacts } from './coming-store.ts'
import { readNeeds } from './needs.ts'
import { readWeeks } from './week.ts'

type Caller = { readonly by: Principal; readonly language: string; readonly timeZone: string }

/** The home of the desk for its caller, by a number of statements that does not depend on what the shop has. */
export async function readHome(shop: Shop, caller: Caller): Promise<Home> {
  const { db, clock, config } = shop
  const { by } = caller
  const settings = await systemSettings(db)
  const length = settings.number('PARTIAL_RESERVATION_ID_LENGTH')
  const hasMailServer = config.smtpUrl !== undefined || settings.text('MAIL_SERVER_HOST') !== null
  const [needs, { coming, comingCount }, erasure, money, facts, hasWay] = await Promise.all([
    readNeeds(shop, { ...caller, length, hasMailServer }),
    readComing(shop, caller),
    readErasure(shop, caller),
    readWeeks(shop, caller),
    shopFacts(db, reachOfHome(by)),
    hasWayToPay(shop),
  ])
  return {
    now: clock.now(),
    needs,
    coming,
    comingCount,
    erasure,
    money,
    isEmpty: !facts.hasEvent,
    firstSteps: { event: facts.hasEvent, money: hasWay, mail: hasMailServer },
    sample: sampleFor(by, facts),
  }
}

function sampleFor(by: Principal, { hasAnyEvent, hasSample }: ShopFacts): Home['sample'] {
  if (!may(by, 'administer-shop', 'shop')) return 'none'
  if (hasSample) return 'loaded'
  return hasAnyEvent ? 'none' : 'offered'
}

/** Is it said where money goes: by the shop, or by its first organisation? */
async function hasWayToPay({ db, providers }: Pick<Shop, 'db' | 'providers'>): Promise<boolean> {
  const first = await firstOrganization(db)
  const settings =
    first === undefined ? await systemSettings(db) : await organizationSettings(db, { organizationId: first })
  return providers.some(provider => unlessUnreadable(() => provider.missing(settings).length === 0, false))
}

async function firstOrganization(db: Queryable): Promise<number | undefined> {
  const row = await db.kysely.selectFrom('organization').select('id').orderBy('id').limit(1).executeTakeFirst()
  return row?.id
}
