import { parseArgs } from 'node:util'
import type { Queryable } from '#server/foundation/database/database.ts'
import { ownTexts, stateText } from '#server/foundation/language/overrides.ts'
import { reportEventProblem } from '#domain/organiser/event-editing/event-problem.ts'
import { changeAsOperator } from './change-as-operator.ts'
import { type Command, Refusal, findEventId, findOrganizationId, say, table, withShop } from './command.ts'

type Owner = Parameters<typeof ownTexts>[1]

export const textsCommand: Command = {
  usage: [
    'texts [--organization <o> | --event <e>]',
    'texts <language> <key> <text> [--organization <o> | --event <e>]',
    "texts <language> <key> '' [--organization <o> | --event <e>]",
  ],
  summary: 'Shows the words that replace those of the shop, and states them; a blank text gives the own ones back.',
  run: args =>
    withShop(async shop => {
      const { values, positionals } = parseArgs({
        args: [...args],
        allowPositionals: true,
        options: { organization: { type: 'string' }, event: { type: 'string' } },
      })
      const [language, key, ...words] = positionals
      const owner = await ownerNamed(shop.db, values)
      if (language === undefined) {
        const own = await ownTexts(shop, owner)
        if (own.length === 0) say('No words are replaced here.')
        else say(...table(own.map(one => [one.language, one.key, one.text])))
        return 0
      }
      if (key === undefined || words.length === 0) throw new Refusal('Say: texts <language> <key> <text>.')
      const text = words.join(' ')
      const stated = await changeAsOperator(shop, owner.contextId, tx =>
        stateText({ db: tx, texts: shop.texts }, owner, { language, key, text }),
      )
      if (!stated.ok) throw new Refusal(stated.problems.map(one => reportEventProblem(one).description).join('\n'))
      say(text.trim() === '' ? `${key} is the shop's own again in ${language}` : `${key} is "${text}" in ${language}`)
      return 0
    }),
}

async function ownerNamed(
  db: Queryable,
  { organization, event }: { organization?: string | undefined; event?: string | undefined },
): Promise<Owner> {
  if (organization !== undefined && event !== undefined) throw new Refusal('Name one of --organization and --event.')
  return {
    organizationId: organization === undefined ? null : await findOrganizationId(db, organization),
    contextId: event === undefined ? null : await findEventId(db, event),
  }
}
