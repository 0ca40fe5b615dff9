import { type Separator, printable, separatorIn, spreadsheet } from '#server/foundation/base/text.ts'
import { generateTokens, listTokens } from '#server/organiser/token/tokens.ts'
import { type Command, Refusal, findEvent, firstLanguage, sayFile, withShop } from './command.ts'

const USAGE = 'tokens <event> [<category>] [--separator comma|semicolon]'

export const tokensCommand: Command = {
  usage: [USAGE],
  summary:
    'Prints the single-use codes of hidden categories as CSV for a spreadsheet, each with the link that reserves its ticket.',
  run: async args => {
    const { name, category, separator } = readArguments(args)
    const { tokens, language } = await withShop(async shop => {
      const event = await findEvent(shop.db, name)
      await generateTokens(shop)
      return {
        tokens: await listTokens(shop, { ...event, category }),
        language: await firstLanguage(shop.db, event.id),
      }
    })
    if (tokens.length === 0) throw new Refusal(`${category ?? name} has no codes: nothing there is restricted.`)
    const rows = tokens.map(one => [printable(one.category), one.code, one.status, one.link])
    sayFile(spreadsheet([['category', 'code', 'status', 'link'], ...rows], separator ?? separatorIn(language)))
    return 0
  },
}

const SEPARATORS: Readonly<Record<string, Separator>> = { comma: ',', semicolon: ';' }

type Arguments = { readonly name: string; readonly category: string | null; readonly separator: Separator | null }

function readArguments(args: readonly string[]): Arguments {
  const at = args.indexOf('--separator')
  const named = at === -1 ? null : (SEPARATORS[args[at + 1] ?? ''] ?? undefined)
  const [name, category, ...others] = at === -1 ? args : args.toSpliced(at, 2)
  if (name === undefined || others.length > 0 || named === undefined) throw new Refusal(`Say: ${USAGE}.`)
  return { name, category: category ?? null, separator: named }
}
