import { randomInt } from 'node:crypto'
import { codeLinkPath, pathTo } from '#contract/paths.ts'
import type { EventDraft } from '#domain/organiser/event-editing/event-draft.ts'
import { planTokens } from '#domain/organiser/event-editing/plan-seats.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Queryable, transaction, type Tx } from '#server/foundation/database/database.ts'
import { isUniqueViolation } from '#server/foundation/database/violation.ts'
import { eachRow } from '#server/foundation/jobs/rows.ts'
import { loadSettings } from '#server/foundation/setting/settings.ts'
import {
  eventsWaitingForTokens,
  giveCodes,
  storedTokenCodes,
  takeWaitingTokens,
  changeTokens,
  countTokens,
  type HandedToken,
  listEventTokens,
} from './token-store.ts'

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
    const stored = new Set(await storedTokenCodes(db, codes))
    const clashing = codes.flatMap((code, index) => (stored.has(code) || codes.indexOf(code) !== index ? [index] : []))
    if (clashing.length === 0) return codes
    for (const index of clashing) codes[index] = draw()
  }
  throw new Error('no token codes are left of this length')
}

type Kept = {
  readonly eventId: number
  /** Of the categories of the draft, in their order. */
  readonly categories: readonly number[]
}

/** Adds and cancels tokens as the hidden categories of an event ask for; the categories are stored before. */
export async function keepTokens(tx: Tx, { categories }: EventDraft, kept: Kept): Promise<void> {
  const stored = await countTokens(tx, kept.eventId)
  for (const [index, category] of categories.entries()) {
    const tokens = stored.find(({ categoryId }) => categoryId === kept.categories[index])
    if (tokens) await changeTokens(tx, tokens.categoryId, planTokens(category, tokens))
  }
}

/** A single-use code with the link that reserves its ticket. */
export type LinkedToken = HandedToken & { readonly link: string }

type TokenQuery = { readonly id: number; readonly shortName: string; readonly category: string | null }

/** The single-use codes of an event's hidden categories, or of one of them; cancelled ones are left out. */
export async function listTokens(
  { db, config }: Pick<Shop, 'db' | 'config'>,
  { id, shortName, category }: TokenQuery,
): Promise<LinkedToken[]> {
  const tokens = await listEventTokens(db, id, category)
  return tokens.map(token => ({
    ...token,
    link: `${config.baseUrl}${pathTo(codeLinkPath, { shortName, code: token.code })}`,
  }))
}
