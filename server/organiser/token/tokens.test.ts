import { describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database/test-database.ts'
import { deleteEvent } from '#server/organiser/event-editing/save-event.ts'
import type { EventOwner } from '#server/access/api-key/guard.ts'
import { generateTokens } from './tokens.ts'
import { savedEvents } from '#tests/support/organiser/saved-events.ts'
import { aCategory, aShop, anEventRequest } from '#tests/support/organiser/editing-shop.ts'

const { db } = await testDatabase()
const shop = aShop(db)
const { create, change } = savedEvents(shop)

type Row = Record<string, unknown>
const rows = async (text: string, ...values: unknown[]): Promise<Row[]> => (await db.pool.query<Row>(text, values)).rows

describe('a hidden category', () => {
  const backstage = (maxTickets: number, accessRestricted = true) => ({
    tickets: { categories: [{ ...aCategory('Backstage', 0, maxTickets), accessRestricted }] },
  })
  const request = anEventRequest()
  const createHidden = (maxTickets: number, settings = {}) =>
    create({ ...request, settings, tickets: { ...request.tickets, ...backstage(maxTickets).tickets } })
  const tokensOf = ({ id }: EventOwner) =>
    rows(
      `select token.status, count(*)::int as tokens from token
       join ticket_category category on category.id = category_id where event_id = $1 group by 1 order by 1`,
      id,
    )
  const codesOf = async ({ id }: EventOwner) =>
    (
      await rows(
        `select token.code from token join ticket_category category on category.id = category_id where event_id = $1
         and token.code is not null`,
        id,
      )
    ).map(({ code }) => String(code))

  test('has one token for each ticket, with its code at once', async () => {
    const event = await createHidden(5)
    expect(await tokensOf(event)).toEqual([{ status: 'FREE', tokens: 5 }])
    const codes = await codesOf(event)
    expect(new Set(codes).size).toBe(5)
    expect(codes.filter(code => /^[A-HJKMNP-TW-Z2-9]{6}$/.test(code))).toHaveLength(5)
  })

  test('has codes as long as its organiser wants them', async () => {
    const event = await createHidden(2, { SPECIAL_PRICE_CODE_LENGTH: 12 })
    expect((await codesOf(event)).map(code => code.length)).toEqual([12, 12])
  })

  test('loses free tokens with its tickets, and gets new ones with new tickets', async () => {
    const event = await createHidden(5)
    expect(await change(event, backstage(3))).toEqual([])
    expect(await tokensOf(event)).toEqual([
      { status: 'CANCELLED', tokens: 2 },
      { status: 'FREE', tokens: 3 },
    ])
    expect(await change(event, backstage(4))).toEqual([])
    expect(await tokensOf(event)).toEqual([
      { status: 'CANCELLED', tokens: 2 },
      { status: 'FREE', tokens: 4 },
    ])
  })

  test('that is opened keeps the used tokens', async () => {
    const event = await createHidden(3)
    await db.pool.query(
      `update token set status = 'TAKEN' where id = (select min(token.id) from token
       join ticket_category category on category.id = category_id where event_id = $1)`,
      [event.id],
    )
    expect(await change(event, backstage(3, false))).toEqual([])
    expect(await tokensOf(event)).toEqual([
      { status: 'CANCELLED', tokens: 2 },
      { status: 'TAKEN', tokens: 1 },
    ])
  })

  test('never gets a code twice, also when one is drawn that is there already', async () => {
    const event = await createHidden(2)
    const [first = '', second = ''] = await codesOf(event)
    await db.pool.query(
      `insert into token (category_id) select id from ticket_category, generate_series(1, 2)
       where event_id = $1`,
      [event.id],
    )
    const drawn = [first, 'UNUSED', second, 'UNUSED', 'NEW222']
    expect(await generateTokens(shop, () => drawn.shift() ?? '')).toBe(2)
    expect((await codesOf(event)).toSorted()).toEqual([first, second, 'NEW222', 'UNUSED'].toSorted())
    expect(await generateTokens(shop)).toBe(0)
  })

  test('gets each code once from several processes', async () => {
    const event = await createHidden(1)
    await db.pool.query(
      `insert into token (category_id) select id from ticket_category, generate_series(1, 60) where event_id = $1`,
      [event.id],
    )
    const counts = await Promise.all([generateTokens(shop), generateTokens(shop), generateTokens(shop)])
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(60)
    expect(await tokensOf(event)).toEqual([{ status: 'FREE', tokens: 61 }])
  })

  test('is deleted with its tokens, codes and extras', async () => {
    const event = await create({
      ...request,
      additionalServices: [
        {
          title: [{ lang: 'en', body: 'Booklet' }],
          supplementPolicy: 'OPTIONAL_UNLIMITED_AMOUNT',
          price: 10,
          availableQuantity: 2,
        },
      ],
      tickets: {
        ...request.tickets,
        ...backstage(3).tickets,
        promoCodes: [{ name: 'BACKSTAGE', codeType: 'ACCESS', hiddenCategory: 'Backstage' }],
      },
    })
    expect(await deleteEvent(shop, event)).toMatchObject({ ok: true })
    expect(await tokensOf(event)).toEqual([])
    expect(await rows('select id from promo_code where event_id = $1', event.id)).toEqual([])
  })
})
