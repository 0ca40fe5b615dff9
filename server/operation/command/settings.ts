import { parseArgs } from 'node:util'
import { cleanText } from '#domain/foundation/text/clean-text.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { isDecodable } from '#server/foundation/setting/decode.ts'
import { environmentSettings } from '#server/foundation/setting/settings.ts'
import {
  putSettings,
  removeSetting,
  statedBy,
  describeSettingProblem,
} from '#server/foundation/setting/stated-settings.ts'
import { SETTINGS, type SettingKey, isSecret, isSettingKey } from '#server/foundation/setting/registry.ts'
import type { OpenShop } from '#server/shop.ts'
import { describeLacks, describeUnpayableSales } from '#server/catalog/sale-check/lacks.ts'
import {
  type Command,
  Refusal,
  findCategoryId,
  findEventId,
  findOrganizationId,
  say,
  table,
  withShop,
} from './command.ts'
import { changeAsOperator } from './change-as-operator.ts'
import { whyUnusable } from '#server/organiser/configuration/unusable.ts'

type Owner = Parameters<typeof putSettings>[1]
/** Null for a secret that can't be opened. */
type Texts = ReadonlyMap<string, string | null>

/** In the list of forms, `[...]` is what the first of them says. */
const FORMS = {
  list: 'settings list [--organization <o> | --event <e> | --category <id>]',
  get: 'settings get <KEY> [...]',
  set: 'settings set <KEY> <value> [...]',
  unset: 'settings unset <KEY> [...]',
} as const

export const settingsCommand: Command = {
  usage: Object.values(FORMS),
  summary: 'Shows and changes what organisers decide, for the whole shop or for one part of it.',
  run: async args => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { organization: { type: 'string' }, event: { type: 'string' }, category: { type: 'string' } },
    })
    const [verb = '', key = '', ...words] = positionals
    if (!isVerb(verb)) throw new Refusal('Say: settings list, get, set or unset.')
    if (!isWhole(verb, positionals.length)) throw new Refusal(`Say: ${FORMS[verb]}.`)
    return withShop(async shop => {
      const owner = await ownerNamed(shop.db, values)
      if (verb === 'list') return list(shop.db, owner)
      const code = await runVerb(shop, { verb, key, value: words.join(' '), owner })
      const notes = verb === 'get' ? [] : await notesFor(shop, owner)
      if (notes.length > 0) say(...notes.map(note => `  note: ${note}`))
      return code
    })
  },
}

/** What can't be paid after a change, as the organiser API answers it (`Foyer-Notes`): of an event or pass all that it lacks. */
async function notesFor(shop: OpenShop, owner: Owner): Promise<readonly string[]> {
  switch (owner.level) {
    case 'system':
      return describeUnpayableSales(shop)
    case 'organization':
      return describeUnpayableSales(shop, owner.organizationId)
    case 'context':
      return describeLacks(shop, owner.contextId)
    case 'category':
      return []
    default:
      return owner satisfies never
  }
}

type Verb = keyof typeof FORMS

const isVerb = (word: string): word is Verb => Object.hasOwn(FORMS, word)

/** Has each word its place, the verb included? A value may be of several. */
function isWhole(verb: Verb, words: number): boolean {
  if (verb === 'set') return words !== 2
  return verb === 'list' ? words === 1 : words <= 2
}

type Request = {
  readonly verb: Exclude<Verb, 'list'>
  readonly key: string
  readonly value: string
  readonly owner: Owner
}

async function runVerb(shop: OpenShop, { verb, key, value, owner }: Request): Promise<number> {
  const { db } = shop
  if (!isSettingKey(key)) throw new Refusal(`There is no setting "${key}": see settings list.`)
  switch (verb) {
    case 'get':
      say(shown(key, await holding(db, owner, key)))
      return 0
    case 'set':
      return set(shop, { key, value, owner })
    case 'unset':
      await changeAsOperator(shop, await contextOf(db, owner), tx => removeSetting(tx, owner, key))
      say(`${key} is ${shown(key, await holding(db, owner, key))}`)
      return 0
    default:
      return verb satisfies never
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

/** The event whose change a setting is; null of the shop and of an organisation. */
async function contextOf(db: Queryable, owner: Owner): Promise<number | null> {
  if (owner.level === 'context') return owner.contextId
  if (owner.level !== 'category') return null
  const category = db.kysely.selectFrom('ticket_category').select('event_id').where('id', '=', owner.categoryId)
  return (await category.executeTakeFirstOrThrow()).event_id
}

/** Every setting that can be stated here: its value if it is; in brackets what holds because nothing is stated here. */
async function list(db: Queryable, owner: Owner): Promise<number> {
  const here = await statedBy(db, owner)
  const above = await inherited(db, owner)
  const rows = Object.keys(SETTINGS)
    .filter(isSettingKey)
    .flatMap(key => {
      const { levels, meaning } = SETTINGS[key]
      if (!levels.some(level => level === owner.level)) return []
      const value = here.get(key)
      return [[key, value === undefined ? `(${shown(key, above.get(key))})` : shown(key, value), meaning]]
    })
  say(...table(rows))
  return 0
}

/** A secret is never printed: others see a terminal, and logs keep its output. */
function shown(key: SettingKey, value: string | null = String(SETTINGS[key].default ?? '')): string {
  if (value === null) return "set, and can't be opened: it was sealed by another key"
  if (!isSecret(key)) return value
  return value.trim() === '' ? 'not set' : 'set'
}

type Setting = Omit<Request, 'verb' | 'key'> & { readonly key: SettingKey }

async function set(shop: OpenShop, { key, value: typed, owner }: Setting): Promise<number> {
  const value = cleanText(typed)
  const reason = whyUnusable(key, value, shop.config.mode === 'development')
  if (reason !== undefined) throw new Refusal(`${key} can't be used: ${reason}.`)
  const contextId = await contextOf(shop.db, owner)
  const outcome = await changeAsOperator(shop, contextId, tx => putSettings(tx, owner, [[key, value]]))
  if (!outcome.ok) throw new Refusal(outcome.problems.map(describeSettingProblem).join('\n'))
  say(`${key} is ${shown(key, value)}`)
  return 0
}

/** The value stated here, else the one from elsewhere; undefined where none is stated. */
async function holding(db: Queryable, owner: Owner, key: SettingKey): Promise<string | null | undefined> {
  const here = await statedBy(db, owner)
  return here.has(key) ? here.get(key) : (await inherited(db, owner)).get(key)
}

/** What holds for this owner without a word of its own: the closest level above, at last the environment. */
async function inherited(db: Queryable, owner: Owner): Promise<Texts> {
  const texts = new Map<string, string | null>(
    [...environmentSettings].filter(([key, value]) => isDecodable(key, value)),
  )
  for (const above of await ownersAbove(db, owner)) {
    for (const [key, value] of await statedBy(db, above)) texts.set(key, value)
  }
  return texts
}

/** From the least to the most specific. */
async function ownersAbove(db: Queryable, owner: Owner): Promise<readonly Owner[]> {
  switch (owner.level) {
    case 'system':
      return []
    case 'organization':
      return [{ level: 'system' }]
    case 'context':
      return [{ level: 'system' }, await organizationOf(db, owner.contextId)]
    case 'category': {
      const { event_id: contextId } = await db.kysely
        .selectFrom('ticket_category')
        .select('event_id')
        .where('id', '=', owner.categoryId)
        .executeTakeFirstOrThrow()
      return [{ level: 'system' }, await organizationOf(db, contextId), { level: 'context', contextId }]
    }
    default:
      return owner satisfies never
  }
}

async function organizationOf(db: Queryable, contextId: number): Promise<Owner> {
  const { organization_id: organizationId } = await db.kysely
    .selectFrom('purchase_context')
    .select('organization_id')
    .where('id', '=', contextId)
    .executeTakeFirstOrThrow()
  return { level: 'organization', organizationId }
}
