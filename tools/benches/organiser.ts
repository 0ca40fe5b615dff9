import type { BenchShop } from './bench-shop.ts'

/** An organisation with a key of its own, as an organiser's program talks to the shop. */
export type Organiser = {
  readonly apiKey: string
  /** Of a scanning app. */
  readonly scanKey: string
  addEvent(event: BenchEvent): Promise<void>
}

export type BenchEvent = {
  readonly slug: string
  readonly seats: number
  /** In units of the currency; 0 makes a free event. Paid ones are paid at the door. */
  readonly price: number
  /** The category owns the seats, and the shop shows how many are left; otherwise they come from the pool. */
  readonly isBounded?: boolean
}

const DAY_MS = 86_400_000

export async function openOrganiser({ base, apiKey: systemKey }: BenchShop): Promise<Organiser> {
  const call = async (key: string, method: string, path: string, body: unknown): Promise<unknown> => {
    const headers = { authorization: `ApiKey ${key}`, 'content-type': 'application/json' }
    const answer = await fetch(base + path, { method, headers, body: JSON.stringify(body) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  const organisation = { name: 'Bench', email: 'bench@example.org', description: 'Measures', slug: 'bench' }
  const { id } = (await call(systemKey, 'POST', '/api/v1/admin/system/organization/create', organisation)) as {
    id: number
  }
  const keyPath = `/api/v1/admin/system/organization/${id}/api-key`
  const newKey = async (type: 'API_CLIENT' | 'OPERATOR'): Promise<string> => {
    const made = (await call(systemKey, 'PUT', keyPath, { type, description: 'bench' })) as { apiKey: string }
    return made.apiKey
  }
  const apiKey = await newKey('API_CLIENT')
  const settings = { ON_SITE_ENABLED: 'true', DISPLAY_TICKETS_LEFT_INDICATOR: 'true' }
  await call(apiKey, 'PUT', `/api/v1/admin/configuration/organization/${id}`, settings)
  return {
    apiKey,
    scanKey: await newKey('OPERATOR'),
    addEvent: async event => {
      await call(apiKey, 'POST', '/api/v1/admin/event/create', eventFile(event))
    },
  }
}

function eventFile({ slug, seats, price, isBounded = false }: BenchEvent) {
  const isFree = price === 0
  return {
    title: `Event ${slug}`,
    slug,
    status: 'PUBLIC',
    description: [
      { lang: 'en', body: 'A day about queues that **drain** and clocks that disagree.\n\n- talks\n- coffee' },
      { lang: 'de', body: 'Ein Tag über Warteschlangen, die **kürzer werden**.' },
    ],
    format: 'IN_PERSON',
    location: { fullAddress: 'Palazzo dei Congressi, Lugano', coordinate: { latitude: '46.0', longitude: '8.95' } },
    timezone: 'Europe/Zurich',
    startDate: localTime(60, '09:00:00'),
    endDate: localTime(60, '17:30:00'),
    websiteUrl: 'https://example.org',
    termsAndConditionsUrl: 'https://example.org/terms',
    tickets: {
      freeOfCharge: isFree,
      max: seats,
      currency: isFree ? null : 'CHF',
      taxPercentage: isFree ? null : 8.1,
      taxIncludedInPrice: isFree ? null : true,
      paymentMethods: isFree ? [] : ['ON_SITE'],
      categories: [
        {
          name: 'Everybody',
          price,
          maxTickets: isBounded ? seats : 0,
          accessRestricted: false,
          description: [{ lang: 'en', body: 'One seat.' }],
          startSellingDate: localTime(-5, '09:00:00'),
          endSellingDate: localTime(50, '09:00:00'),
        },
      ],
    },
  }
}

function localTime(days: number, time: string): string {
  return `${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)}T${time}`
}
