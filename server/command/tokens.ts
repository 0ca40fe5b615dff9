import { csv } from '#server/base/csv.ts'
import { generateTokens } from '#server/token/generate-tokens.ts'
import { listTokens } from '#server/token/list-tokens.ts'
import { type Command, Refusal, say, withShop } from './command.ts'
import { findEvent } from './find-owner.ts'

export const tokensCommand: Command = {
  usage: ['tokens <event> [<category>]'],
  summary: 'Prints the single-use codes of hidden categories as CSV, each with the link that reserves its ticket.',
  run: async ([name, category, ...others]) => {
    if (name === undefined || others.length > 0) throw new Refusal('Say: tokens <event> [<category>].')
    const tokens = await withShop(async shop => {
      const event = await findEvent(shop.db, name)
      await generateTokens(shop)
      return listTokens(shop, { ...event, category: category ?? null })
    })
    if (tokens.length === 0) throw new Refusal(`${category ?? name} has no codes: nothing there is restricted.`)
    say(
      csv([
        ['category', 'code', 'status', 'link'],
        ...tokens.map(one => [one.category, one.code, one.status, one.link]),
      ]),
    )
    return 0
  },
}
