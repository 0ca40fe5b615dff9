import type { EventFile } from '#contract/event-file.ts'
import type { ContactAndTicketsForm } from '#contract/booking-form.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { aCategoryFile, aQuestionFile, aServiceFile, anEventFile, localTime } from '#tests/builders/event-file.ts'
import type { Buyer } from '../buyer/buyer.ts'
import { ADA, hold, infoOf, pay, PAY_BY, sendDetails, ticketsOf } from '../buyer/purchase.ts'

const options = (...values: readonly [value: string, english: string, german: string][]) =>
  values.map(([value, en, de]) => ({
    value,
    descriptions: [
      { lang: 'en', body: en },
      { lang: 'de', body: de },
    ],
  }))

/** A dinner whose guests are asked for a meal, their days and a note, and for a size with each shirt. */
export function aDinner(now: Instant, slug: string, changes: Omit<EventFile, 'tickets'> = {}): EventFile {
  const file = anEventFile(now, {
    slug,
    title: 'Dinner by the lake',
    seats: 200,
    categories: [aCategoryFile(now, { name: 'Guest', ordinal: 1 }), aCategoryFile(now, { name: 'Crew', ordinal: 2 })],
  })
  return {
    ...file,
    description: [
      { lang: 'en', body: 'Dinner' },
      { lang: 'de', body: 'Abendessen' },
    ],
    additionalServices: [
      {
        ...aServiceFile({
          title: [
            { lang: 'en', body: 'Shirt' },
            { lang: 'de', body: 'Leibchen' },
          ],
        }),
        supplementPolicy: 'MANDATORY_ONE_FOR_TICKET',
        availableQuantity: 200,
        inception: localTime(now, { days: -1 }),
      },
    ],
    additionalInfo: [
      aQuestionFile({
        name: 'meal',
        ordinal: 1,
        required: false,
        label: [
          { lang: 'en', body: 'Which meal?' },
          { lang: 'de', body: 'Welches Essen?' },
        ],
        restrictedValues: options(
          ['vegan', 'Vegan dish', 'Veganes Essen'],
          ['meat', 'Meat dish', 'Fleisch'],
          ['none', 'No meal', 'Nichts'],
        ),
      }),
      aQuestionFile({
        name: 'days',
        type: 'CHECKBOX',
        ordinal: 2,
        required: false,
        label: [{ lang: 'en', body: 'Which days?' }],
        restrictedValues: options(['sat', 'Saturday', 'Samstag'], ['sun', 'Sunday', 'Sonntag']),
        categories: ['Crew'],
      }),
      aQuestionFile({
        name: 'note',
        type: 'GENERIC_TEXT',
        ordinal: 3,
        required: false,
        label: [{ lang: 'en', body: 'Anything to know?' }],
      }),
      aQuestionFile({
        name: 'size',
        ordinal: 4,
        required: false,
        label: [{ lang: 'en', body: 'Size' }],
        restrictedValues: [{ value: 'S' }, { value: 'L' }],
        additionalService: 'Shirt',
      }),
    ],
    ...changes,
  }
}

/** Someone at the dinner, and what they answer; `size` is of their shirt. */
export type Guest = {
  readonly name: readonly [first: string, last: string]
  readonly category?: 'Guest' | 'Crew'
  readonly answers?: Readonly<Record<string, readonly string[]>>
  readonly size?: string
}

/** One order for these guests, bought by the first of them and paid in one way, or left unpaid in the cart. */
export async function bookDinner(
  buyer: Buyer,
  event: string,
  guests: readonly Guest[],
  by: 'ON_SITE' | 'OFFLINE' | null = 'ON_SITE',
): Promise<string> {
  const counts: Record<string, number> = {}
  for (const { category = 'Guest' } of guests) counts[category] = (counts[category] ?? 0) + 1
  const id = await hold(buyer, event, counts)
  const info = await infoOf(buyer, id)
  const inOrder = guests.toSorted((one, other) => Number(one.category === 'Crew') - Number(other.category === 'Crew'))
  const tickets = ticketsOf(info)
  const held = inOrder.map((guest, index) => ({
    guest,
    uuid: tickets[index]?.uuid ?? '',
    item: info.additionalServiceWithData[index],
  }))
  const [first] = guests
  const form: ContactAndTicketsForm = {
    ...ADA,
    ...(first && contactOf(first)),
    tickets: Object.fromEntries(
      held.map(({ guest, uuid }) => [
        uuid,
        {
          ...contactOf(guest),
          userLanguage: 'en',
          additional: Object.fromEntries(
            Object.entries(guest.answers ?? {}).map(([name, values]) => [name, [...values]]),
          ),
        },
      ]),
    ),
    additionalServices: Object.fromEntries(
      held.map(({ guest, uuid, item }) => [
        uuid,
        item
          ? [
              {
                additionalServiceItemId: item.itemId,
                ticketUUID: uuid,
                additional: { size: guest.size === undefined ? [] : [guest.size] },
              },
            ]
          : [],
      ]),
    ),
  }
  const sent = await sendDetails(buyer, id, form)
  if (sent.status !== 200) throw new Error(`the details were refused: ${JSON.stringify(sent.value)}`)
  if (by !== null) {
    const paid = await pay(buyer, id, PAY_BY[by])
    if (paid.status !== 200) throw new Error(`Pay was refused: ${JSON.stringify(paid.value)}`)
  }
  return id
}

const contactOf = ({ name: [firstName, lastName] }: Guest) => ({
  firstName,
  lastName,
  email: `${firstName}.${lastName}@example.org`
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z.@]/g, ''),
})
