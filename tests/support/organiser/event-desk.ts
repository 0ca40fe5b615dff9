import { expect } from 'vitest'
import * as calls from '#contract/desk-event.ts'
import type { DeskEvent, EventPlan } from '#contract/desk-event.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import {
  aCategoryFile,
  aHiddenCategoryFile,
  aPromoCodeFile,
  aQuestionFile,
  aServiceFile,
  anAccessCodeFile,
  anEventFile,
  localTime,
} from '#tests/builders/event-file.ts'
import type { TestShop } from '../shop/test-shop.ts'
import { enterDesk } from './desk.ts'
import { anOrganiser } from './organiser.ts'

/** An organisation with two of its owners at the desk, and what they do with its events, accounts for payments among it. */
export async function eventDesk(served: TestShop) {
  const { url, apiKey, shop, clock } = served
  const alpine = await anOrganiser(url, apiKey)
  const { organizationId } = alpine
  const given = { role: 'OWNER', scope: { kind: 'organization', organizationId } } as const
  const editor = await enterDesk(served, { email: 'editor@example.org', given })
  const other = await enterDesk(served, { email: 'other@example.org', given, name: 'Alan Turing' })
  type Desk = typeof editor

  async function idOf(shortName: string): Promise<number> {
    const query = shop.db.kysely.selectFrom('event').select('id').where('short_name', '=', shortName)
    return (await query.executeTakeFirstOrThrow()).id
  }

  let number = 0
  async function read(eventId: number, desk: Desk = editor): Promise<DeskEvent> {
    const { status, body } = await desk.ask(calls.readDeskEvent, at(eventId))
    expect(status, JSON.stringify(body)).toBe(200)
    return body as DeskEvent
  }
  return {
    alpine,
    organizationId,
    editor,
    other,
    idOf,
    read,
    /** A public event that says what matters; its short name begins with "event-". */
    async opened(changes: Parameters<typeof anEventFile>[1] = {}): Promise<number> {
      number += 1
      return idOf(await alpine.open(anEventFile(clock.now(), { slug: `event-${number}`, ...changes })))
    },
    change: (eventId: number, body: unknown, desk: Desk = editor) =>
      desk.ask(calls.changeDeskEvent, { ...at(eventId), body }),
    create: (body: object, desk: Desk = editor) =>
      desk.ask(calls.createDeskEvent, { body: { organizationId, ...body } }),
    act: (eventId: number, action: string) =>
      editor.ask(calls.doEventAction, { params: { eventId: String(eventId), action } }),
    plan: async (eventId: number, action: string) =>
      (await editor.ask(calls.planEventAction, { params: { eventId: String(eventId), action } })).body as EventPlan,
  }
}

export const at = (eventId: number) => ({ params: { eventId: String(eventId) } })

/** What a member may write: a file without what only files have. */
export const writable = ({ kind: _kind, status: _status, image: _image, ...file }: DeskEvent['file']) => file

/** Something of every part of an event. */
export const everyPart = (now: Instant) =>
  ({
    shortDescription: [{ lang: 'en', body: 'Short' }],
    categories: [
      aCategoryFile(now),
      aHiddenCategoryFile(now),
      aCategoryFile(now, {
        name: 'Student',
        price: 30,
        maxTickets: 4,
        accessCode: 'student',
        customValidity: { checkInFrom: localTime(now, { days: 60 }) },
        settings: { MAX_AMOUNT_OF_TICKETS_BY_RESERVATION: 2 },
      }),
    ],
    promoCodes: [
      aPromoCodeFile(),
      anAccessCodeFile(),
      aPromoCodeFile({
        name: 'FIVE-OFF',
        discountType: 'FIXED_AMOUNT',
        discount: 500,
        maxUsage: 3,
        categories: ['Student'],
      }),
    ],
    additionalServices: [
      aServiceFile({ availableQuantity: 7 }),
      aServiceFile({ title: [{ lang: 'en', body: 'Gift' }], type: 'DONATION', supplementPolicy: null, price: null }),
      aServiceFile({
        title: [{ lang: 'en', body: 'Fee' }],
        supplementPolicy: 'MANDATORY_PERCENTAGE_RESERVATION',
        price: 2.5,
        minPrice: 1,
      }),
    ],
    additionalInfo: [aQuestionFile(), aQuestionFile({ name: 'dish', additionalService: 'Booklet', required: true })],
    discounts: [
      {
        minimumTickets: 3,
        discountType: 'PERCENTAGE',
        discount: 5,
        categories: ['Conference'],
        message: [{ lang: 'en', body: 'Thanks' }],
      },
    ],
    polls: [
      {
        title: [{ lang: 'en', body: 'Lunch?' }],
        options: [[{ lang: 'en', body: 'Yes' }], [{ lang: 'en', body: 'No' }]],
        status: 'OPEN',
      },
    ],
    groups: [{ name: 'Staff', members: ['ada@example.org', 'grace@example.org'] }],
    groupLink: { group: 'Staff', type: 'LIMITED_QUANTITY', maxAllocation: 2 },
    tags: ['systems'],
    facts: {
      doors: localTime(now, { days: 59, hours: 23 }),
      refunds: { policy: 'UNTIL', until: localTime(now, { days: 50 }) },
      accessFeatures: ['STEP_FREE'],
      ticketsUrl: 'https://elsewhere.example',
    },
    i18nOverride: { en: { 'show-event.by': 'Hosted by' } },
    organizer: { name: 'Alpine Systems', promoCodes: [aPromoCodeFile({ name: 'EVERYWHERE' })] },
  }) satisfies Parameters<typeof anEventFile>[1]
