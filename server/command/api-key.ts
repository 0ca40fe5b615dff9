import { parseArgs } from 'node:util'
import { API_KEY_TYPES } from '#contract/organiser.ts'
import type { Shop } from '#server/context.ts'
import { transaction } from '#server/database/database.ts'
import { timestamp } from '#server/database/types.ts'
import { type ApiKeyRole, hashOfApiKey, newApiKey } from '#server/organiser/api-key.ts'
import { type Command, Refusal, say, table, withShop } from './command.ts'
import { findOrganizationId } from './find-owner.ts'

export const apiKeyCommand: Command = {
  usage: [
    'api-key list',
    `api-key create --organization <slug, name or id> [--role ${API_KEY_TYPES.join('|')}] [--description <text>]`,
    'api-key disable <id>',
    'api-key rotate-system',
  ],
  summary: 'Keeps the keys of the API. A key is shown once: only its digest is stored.',
  run: async ([verb, ...args]) => {
    switch (verb) {
      case 'list':
        return withShop(list)
      case 'create':
        return withShop(shop => create(shop, args))
      case 'disable':
        return withShop(shop => disable(shop, args))
      case 'rotate-system':
        return withShop(rotateSystemKey)
      default:
        throw new Refusal('Say: api-key list, create, disable or rotate-system.')
    }
  },
}

async function list({ db }: Shop): Promise<number> {
  const keys = await db.kysely
    .selectFrom('api_key')
    .leftJoin('organization', 'organization.id', 'api_key.organization_id')
    .select(['api_key.id', 'role', 'enabled', 'api_key.description', 'organization.name as organization'])
    .orderBy('api_key.id')
    .execute()
  const rows = keys.map(({ id, role, enabled, organization, description }) => [
    String(id),
    role,
    enabled ? 'enabled' : 'disabled',
    organization ?? 'the shop',
    description,
  ])
  say(...table([['id', 'role', 'state', 'of', 'description'], ...rows]))
  return 0
}

async function create(shop: Shop, args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { organization: { type: 'string' }, role: { type: 'string' }, description: { type: 'string' } },
  })
  const role = API_KEY_TYPES.find(type => type === (values.role ?? 'API_CLIENT'))
  if (role === undefined) throw new Refusal(`A role is one of ${API_KEY_TYPES.join(', ')}.`)
  if (values.organization === undefined) throw new Refusal('Say whose key it is: --organization <slug, name or id>.')
  const organizationId = await findOrganizationId(shop.db, values.organization)
  const key = newApiKey()
  await insertKey(shop, { key, role, organizationId, description: values.description ?? '' })
  say('The new key, shown this once:', key)
  return 0
}

async function disable({ db }: Shop, [id = '']: readonly string[]): Promise<number> {
  const changed = await db.kysely
    .updateTable('api_key')
    .set({ enabled: false })
    .where('id', '=', /^\d{1,9}$/.test(id) ? Number(id) : 0)
    .returning('id')
    .execute()
  if (changed.length === 0) throw new Refusal(`There is no key "${id}": see api-key list.`)
  say(`Key ${id} opens nothing any more.`)
  return 0
}

async function rotateSystemKey(shop: Shop): Promise<number> {
  if (shop.config.apiKey !== undefined) {
    throw new Refusal('The key of the shop comes from FOYER_API_KEY: change it there and start the shop again.')
  }
  const key = newApiKey()
  await transaction(shop.db, async tx => {
    await tx.kysely.deleteFrom('api_key').where('role', '=', 'SYSTEM_API_CLIENT').execute()
    await insertKey(
      { ...shop, db: tx },
      { key, role: 'SYSTEM_API_CLIENT', organizationId: null, description: 'the shop itself' },
    )
  })
  say('The new key of the shop, shown this once; the old one opens nothing any more:', key)
  return 0
}

type NewKey = { key: string; role: ApiKeyRole; organizationId: number | null; description: string }

async function insertKey(
  { db, clock }: { db: Pick<Shop['db'], 'kysely'>; clock: Shop['clock'] },
  { key, role, organizationId, description }: NewKey,
): Promise<void> {
  await db.kysely
    .insertInto('api_key')
    .values({
      role,
      organization_id: organizationId,
      description,
      key_hash: hashOfApiKey(key),
      created_at: timestamp(clock.now()),
    })
    .execute()
}
