import { parseArgs } from 'node:util'
import { KEY_ROLES } from '#domain/access/principal/principal.ts'
import { SHOP_ROLE } from '#server/access/api-key/api-key.ts'
import { issueKey, replaceSystemKey } from '#server/access/api-key/issue-key.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Command, Refusal, findOrganizationId, say, table, withShop } from './command.ts'

export const apiKeyCommand: Command = {
  usage: [
    'api-key list',
    `api-key create --organization <slug, name or id> [--role ${KEY_ROLES.join('|')}] [--description <text>]`,
    'api-key disable <id>',
    'api-key rotate-system',
  ],
  summary: 'Keeps the keys of the API. A key is shown once: only its digest is stored.',
  run: async ([verb, ...args]) => {
    switch (verb) {
      case 'list':
        expectAtMost(0, args, 'api-key list')
        return withShop(list)
      case 'create':
        return withShop(shop => create(shop, args))
      case 'disable':
        expectAtMost(1, args, 'api-key disable <id>')
        return withShop(shop => disable(shop, args))
      case 'rotate-system':
        expectAtMost(0, args, 'api-key rotate-system')
        return withShop(rotateSystemKey)
      default:
        throw new Refusal('Say: api-key list, create, disable or rotate-system.')
    }
  },
}

function expectAtMost(words: number, args: readonly string[], form: string): void {
  if (args.length > words) throw new Refusal(`Say: ${form}.`)
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
  const role = KEY_ROLES.find(type => type === (values.role ?? 'API_CLIENT'))
  if (role === undefined) throw new Refusal(`A role is one of ${KEY_ROLES.join(', ')}.`)
  if (values.organization === undefined) throw new Refusal('Say whose key it is: --organization <slug, name or id>.')
  const organizationId = await findOrganizationId(shop.db, values.organization)
  const key = await issueKey(shop, { role, organizationId, description: values.description ?? '' })
  say('The new key, shown this once:', key)
  return 0
}

/** Not the key of the shop itself: one that FOYER_API_KEY states would be shut out for good. */
async function disable({ db }: Shop, [id = '']: readonly string[]): Promise<number> {
  const found = await db.kysely
    .selectFrom('api_key')
    .select(['id', 'role'])
    .where('id', '=', /^\d{1,9}$/.test(id) ? Number(id) : 0)
    .executeTakeFirst()
  if (found === undefined) throw new Refusal(`There is no key "${id}": see api-key list.`)
  if (found.role === SHOP_ROLE) {
    throw new Refusal(`Key ${id} is that of the shop itself: api-key rotate-system replaces it.`)
  }
  await db.kysely.updateTable('api_key').set({ enabled: false }).where('id', '=', found.id).execute()
  say(`Key ${id} opens nothing any more.`)
  return 0
}

async function rotateSystemKey(shop: Shop): Promise<number> {
  if (shop.config.apiKey !== undefined) {
    throw new Refusal('The key of the shop comes from FOYER_API_KEY: change it there and start the shop again.')
  }
  const key = await replaceSystemKey(shop)
  say('The new key of the shop, shown this once; the old one opens nothing any more:', key)
  return 0
}
