import { parseArgs } from 'node:util'
import type { Shop } from '#server/context.ts'
import type { Queryable } from '#server/database/database.ts'
import { environmentSettings } from '#server/setting/environment-settings.ts'
import { putSettings, tellSettingProblem } from '#server/setting/put-settings.ts'
import { SETTINGS, isSettingKey } from '#server/setting/registry.ts'
import { type Command, Refusal, say, table, withShop } from './command.ts'
import { findCategoryId, findEventId, findOrganizationId } from './find-owner.ts'

type Owner = Parameters<typeof putSettings>[1]

export const settingsCommand: Command = {
  usage: [
    'settings list [--organization <o> | --event <e> | --category <id>]',
    'settings get <KEY> [...]',
    'settings set <KEY> <value> [...]',
    'settings unset <KEY> [...]',
  ],
  summary: 'Shows and changes what organisers decide, for the whole shop or for one part of it.',
  run: args =>
    withShop(async shop => {
      const { values, positionals } = parseArgs({
        args: [...args],
        allowPositionals: true,
        options: { organization: { type: 'string' }, event: { type: 'string' }, category: { type: 'string' } },
      })
      const [verb = '', key = '', ...words] = positionals
      const owner = await ownerNamed(shop.db, values)
      return runVerb(shop, { verb, key, value: words.join(' '), owner })
    }),
}

type Request = { readonly verb: string; readonly key: string; readonly value: string; readonly owner: Owner }

async function runVerb({ db }: Shop, { verb, key, value, owner }: Request): Promise<number> {
  if (verb === 'list') {
    say(...table(await list(db, owner)))
    return 0
  }
  if (!isSettingKey(key)) throw new Refusal(`There is no setting "${key}": see settings list.`)
  switch (verb) {
    case 'get':
      say((await stated(db, owner)).get(key) ?? environmentSettings.get(key) ?? String(SETTINGS[key].default ?? ''))
      return 0
    case 'set':
      return set(db, { key, value, owner })
    case 'unset':
      await unset(db, owner, key)
      return 0
    default:
      throw new Refusal('Say: settings list, get, set or unset.')
  }
}

async function ownerNamed(
  db: Queryable,
  named: { organization?: string | undefined; event?: string | undefined; category?: string | undefined },
): Promise<Owner> {
  if (Object.keys(named).length > 1) throw new Refusal('Name one of --organization, --event and --category.')
  const { organization, event, category } = named
  if (organization !== undefined) {
    return { level: 'organization', organizationId: await findOrganizationId(db, organization) }
  }
  if (event !== undefined) return { level: 'context', contextId: await findEventId(db, event) }
  if (category !== undefined) return { level: 'category', categoryId: await findCategoryId(db, category) }
  return { level: 'system' }
}

/** Every setting that can be stated here: its value if it is, else what the level above or the default says. */
async function list(db: Queryable, owner: Owner): Promise<string[][]> {
  const here = await stated(db, owner)
  return Object.entries(SETTINGS).flatMap(([key, { levels, default: fallback, meaning }]) => {
    if (!levels.some(level => level === owner.level)) return []
    const value = here.get(key)
    return [[key, value ?? `(${String(fallback ?? '')})`, meaning]]
  })
}

async function set(db: Queryable, { key, value, owner }: Omit<Request, 'verb'>): Promise<number> {
  const outcome = await putSettings(db, owner, [[key, value]])
  if (!outcome.ok) throw new Refusal(outcome.problems.map(tellSettingProblem).join('\n'))
  say(`${key} is ${value}`)
  return 0
}

async function stated(db: Queryable, owner: Owner): Promise<ReadonlyMap<string, string>> {
  const { organizationId, contextId, categoryId } = columnsOf(owner)
  const rows = await db.kysely
    .selectFrom('setting')
    .select(['key', 'value'])
    .where('organization_id', 'is not distinct from', organizationId)
    .where('purchase_context_id', 'is not distinct from', contextId)
    .where('category_id', 'is not distinct from', categoryId)
    .execute()
  return new Map(rows.map(({ key, value }) => [key, value]))
}

async function unset(db: Queryable, owner: Owner, key: string): Promise<void> {
  const { organizationId, contextId, categoryId } = columnsOf(owner)
  await db.kysely
    .deleteFrom('setting')
    .where('key', '=', key)
    .where('organization_id', 'is not distinct from', organizationId)
    .where('purchase_context_id', 'is not distinct from', contextId)
    .where('category_id', 'is not distinct from', categoryId)
    .execute()
}

function columnsOf(owner: Owner) {
  return {
    organizationId: owner.level === 'organization' ? owner.organizationId : null,
    contextId: owner.level === 'context' ? owner.contextId : null,
    categoryId: owner.level === 'category' ? owner.categoryId : null,
  }
}
