import { beforeEach } from 'vitest'
import * as calls from '#contract/settings.ts'
import type { Setting, Settings } from '#contract/settings.ts'
import type { ScopedRole } from '#domain/access/principal/principal.ts'
import type { SettingKey } from '#server/foundation/setting/registry.ts'
import { aFreeEventFile } from '../../builders/event-file.ts'
import { manualClock } from '../shop/manual-clock.ts'
import { testShop } from '../shop/test-shop.ts'
import { type Answer, enterDesk } from './desk.ts'
import { anOrganiser } from './organiser.ts'

const OF_SHOP = { kind: 'shop' } as const

type Place = { organizationId?: number; eventId?: number; passId?: string }

/** A shop with two organisations, an event of the first, and members of each kind; nothing is set before each test. */
export async function settingsDesk() {
  const clock = manualClock()
  const served = await testShop({ clock })
  const { shop, url, apiKey } = served
  const alpine = await anOrganiser(url, apiKey)
  const choir = await anOrganiser(url, apiKey, 'Choir')
  const { organizationId } = alpine
  const shortName = await alpine.open(aFreeEventFile(clock.now(), { slug: 'alpine' }))
  const { id: eventId } = await shop.db.kysely
    .selectFrom('event')
    .select('id')
    .where('short_name', '=', shortName)
    .executeTakeFirstOrThrow()
  const ofAlpine = { kind: 'organization', organizationId } as const
  const ofChoir = { kind: 'organization', organizationId: choir.organizationId } as const
  const enter = (email: string, given: ScopedRole) => enterDesk(served, { email, given })
  beforeEach(async () => {
    await shop.db.kysely.deleteFrom('setting').execute()
    await shop.db.kysely.deleteFrom('change_log').execute()
    await shop.db.kysely.deleteFrom('request_count').execute()
  })
  return {
    served,
    shop,
    url,
    alpine,
    organizationId,
    otherId: choir.organizationId,
    eventId,
    owner: await enter('owner@example.org', { role: 'OWNER', scope: OF_SHOP }),
    editor: await enter('editor@example.org', { role: 'EDITOR', scope: ofAlpine }),
    finance: await enter('finance@example.org', { role: 'FINANCE', scope: ofAlpine }),
    alpineOwner: await enter('alpine@example.org', { role: 'OWNER', scope: ofAlpine }),
    stranger: await enter('choir@example.org', { role: 'OWNER', scope: ofChoir }),
  }
}

type Desk = Awaited<ReturnType<typeof enterDesk>>

export const readSettings = (desk: Desk, place: Place = {}) =>
  desk.ask(calls.readSettings, {
    query: Object.fromEntries(Object.entries(place).map(([key, value]) => [key, String(value)])),
  })

export const putSettings = (desk: Desk, changes: unknown, place: Place & { was?: unknown } = {}) =>
  desk.ask(calls.changeSettings, { body: { ...place, changes } })

export const settingsIn = ({ body }: Answer) => (body as Settings).groups.flatMap(({ settings }) => settings)

export function settingIn(answer: Answer, key: SettingKey): Setting {
  const setting = settingsIn(answer).find(one => one.key === key)
  if (!setting) throw new Error(`${key} is not there: ${JSON.stringify(answer)}`)
  return setting
}
