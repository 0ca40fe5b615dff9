import { randomInt } from 'node:crypto'
import type { Shop } from '#server/context.ts'
import { transaction } from '#server/database/database.ts'
import { isUniqueViolation } from './is-unique-violation.ts'
import { loadSettings } from '#server/setting/settings.ts'
import { giveCodes, knownTokenCodes, takeWaitingTokens } from './token-store.ts'

/** Without letters and digits that are taken for one another (domain rules 2.5). */
const ALPHABET = 'ABCDEFGHJKMNPQRSTWXYZ23456789'

const TOKENS_PER_RUN = 500

/** Codes may meet those that another process is giving out at the same moment: then all of a run are drawn again. */
const MOST_ATTEMPTS = 5

/** Draws the text of a code of so many characters. */
export type DrawCode = (length: number) => string

export const drawCode: DrawCode = length =>
  Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')

/** Gives tokens that wait for it their code, unique in the shop; answers how many. Any number of processes may do so. */
export async function generateTokens(shop: Pick<Shop, 'db'>, draw: DrawCode = drawCode): Promise<number> {
  let generated = 0
  for (;;) {
    const count = await generateSome(shop, draw)
    generated += count
    if (count < TOKENS_PER_RUN) return generated
  }
}

async function generateSome({ db }: Pick<Shop, 'db'>, draw: DrawCode): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction(db, async tx => {
        const tokens = await takeWaitingTokens(tx, TOKENS_PER_RUN)
        if (tokens.length === 0) return 0
        const lengths = await codeLengths(tx, new Set(tokens.map(({ contextId }) => contextId)))
        const codes = await drawCodes(
          tx,
          tokens.map(({ contextId }) => lengths.get(contextId) ?? 0),
          draw,
        )
        await giveCodes(
          tx,
          tokens.map(({ id }) => String(id)),
          codes,
        )
        return tokens.length
      })
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !isUniqueViolation(error, 'token_code_key')) throw error
    }
  }
}

type Db = Parameters<typeof loadSettings>[0]

async function codeLengths(db: Db, contextIds: ReadonlySet<number>): Promise<Map<number, number>> {
  const lengths = new Map<number, number>()
  for (const contextId of contextIds) {
    const settings = await loadSettings(db, { contextId })
    lengths.set(contextId, settings.number('SPECIAL_PRICE_CODE_LENGTH'))
  }
  return lengths
}

/** One code for each length, different from one another and from all that are stored. */
async function drawCodes(db: Db, lengths: readonly number[], draw: DrawCode): Promise<string[]> {
  const codes = lengths.map(draw)
  for (let round = 0; round < 100; round += 1) {
    const known = new Set(await knownTokenCodes(db, codes))
    const clashing = codes.flatMap((code, index) => (known.has(code) || codes.indexOf(code) !== index ? [index] : []))
    if (clashing.length === 0) return codes
    for (const index of clashing) codes[index] = draw(lengths[index] ?? 0)
  }
  throw new Error('no token codes are left of this length')
}
