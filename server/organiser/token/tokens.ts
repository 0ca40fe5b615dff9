import { randomInt } from 'node:crypto'
import type { Shop } from '#server/catalog/context.ts'
import { type Queryable, transaction } from '#server/foundation/database/database.ts'
import { eachRow } from '#server/foundation/jobs/rows.ts'
import { isUniqueViolation } from '#server/foundation/database/violation.ts'
import { loadSettings } from '#server/foundation/setting/settings.ts'
import { eventsWaitingForTokens, giveCodes, knownTokenCodes, takeWaitingTokens } from './token-store.ts'

/** Without letters and digits that are taken for one another (domain rules 2.5). */
const ALPHABET = 'ABCDEFGHJKMNPQRSTWXYZ23456789'

const TOKENS_PER_RUN = 500

/** Codes may meet those that another process is giving out at the same moment: then all of a run are drawn again. */
const MOST_ATTEMPTS = 5

/** Draws the text of a code of so many characters. */
export type DrawCode = (length: number) => string

export const drawCode: DrawCode = length =>
  Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')

const JOB = 'generate-tokens'

/** True while a token waits for its code. */
export const TOKENS_ARE_DUE = `exists (select from token where status = 'WAITING')`

type Needs = Pick<Shop, 'db' | 'clock' | 'log'>

/**
 * Gives tokens that wait for it their code, unique in the shop; returns how many. Any number of processes may do so. An
 * event whose codes can't be drawn keeps those of no other event.
 */
export async function generateTokens(shop: Needs, draw: DrawCode = drawCode): Promise<number> {
  const events = await eventsWaitingForTokens(shop.db, shop.clock.now(), JOB)
  return generateFor(shop, events, draw)
}

/** The same for one event that has just been stored. */
export async function generateTokensOf(shop: Needs, eventId: number): Promise<number> {
  return generateFor(shop, [eventId], drawCode)
}

async function generateFor(shop: Needs, events: readonly number[], draw: DrawCode): Promise<number> {
  const nameOf = (id: number) => ({ kind: 'event' as const, id: String(id) })
  const work = async ([id]: readonly number[]) => (id === undefined ? 0 : generateAll(shop, id, draw))
  return eachRow(shop, events, { job: JOB, nameOf, work })
}

async function generateAll(shop: Needs, eventId: number, draw: DrawCode): Promise<number> {
  const settings = await loadSettings(shop.db, { contextId: eventId })
  const length = settings.number('SPECIAL_PRICE_CODE_LENGTH')
  let generated = 0
  for (;;) {
    const count = await generateSome(shop, eventId, () => draw(length))
    generated += count
    if (count < TOKENS_PER_RUN) return generated
  }
}

async function generateSome({ db }: Needs, eventId: number, draw: () => string): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction(db, async tx => {
        const tokens = await takeWaitingTokens(tx, eventId, TOKENS_PER_RUN)
        if (tokens.length === 0) return 0
        await giveCodes(tx, tokens.map(String), await drawCodes(tx, tokens.length, draw))
        return tokens.length
      })
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !isUniqueViolation(error, 'token_code_key')) throw error
    }
  }
}

/** So many codes, different from one another and from all that are stored. */
async function drawCodes(db: Queryable, count: number, draw: () => string): Promise<string[]> {
  const codes = Array.from({ length: count }, draw)
  for (let round = 0; round < 100; round += 1) {
    const known = new Set(await knownTokenCodes(db, codes))
    const clashing = codes.flatMap((code, index) => (known.has(code) || codes.indexOf(code) !== index ? [index] : []))
    if (clashing.length === 0) return codes
    for (const index of clashing) codes[index] = draw()
  }
  throw new Error('no token codes are left of this length')
}
