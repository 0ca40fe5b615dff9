import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import forge from 'node-forge'
import { documentNumber } from '#domain/order/invoice/billing-document.ts'
import { passCertificates } from '#tests/support/documents/pass-certificates.ts'
import { type BenchShop, openBenchShop } from './bench-shop.ts'
import { inMegabytes, memoryOf } from './memory-use.ts'
import { scaled } from './scale.ts'

/**
 * What hostile inputs cost the shop: for how long no caller is answered while each is processed, how much memory it
 * takes, and what is answered. `node tools/benches/hostile.ts`; the same file measures older versions.
 */

const WATCHED_MS = scaled(30_000, 1000)
const DAY_MS = 86_400_000

const shop = await openBenchShop()
const organiser = await keyOfOrganiser(shop)
try {
  console.log('| input | answered | longest standstill | memory before | most memory |')
  console.log('| --- | --- | --- | --- | --- |')
  await measure('2 MB report of a browser, 50 at once, no session', () =>
    many(50, () => post('/report-csp-violation', `{"a":"${'x'.repeat(2_000_000)}"}`)),
  )
  await measure('2 MB to a call of Apple devices, 50 at once, no token', () =>
    many(50, () => post('/api/pass/event/none/v1/log', `{"logs":[${'"x",'.repeat(500_000)}"x"]}`)),
  )
  await measure('1,000 made-up addresses of 8 kB', async () => {
    const statuses = await many(1_000, index => get(`/events-all?made-up-${index}=${'x'.repeat(8_000)}`))
    return statuses
  })
  await measure('/events-all with a parameter 1,000 times', () => get(`/events-all?${'tags=a&'.repeat(1_000)}`))
  await measure('complaints of a device, 1,000 times', async () => {
    const before = logSize(shop)
    const answered = await many(1_000, () => post('/api/pass/event/none/v1/log', '{"logs":["x"]}'))
    return `${answered}, ${logSize(shop) - before} bytes of log`
  })
  await measure('description of 100,000 characters "_a"', () => describedBy('emphasis', '_a'.repeat(50_000)))
  await measure('description of 20,000 characters "**a_"', () => describedBy('delimiters', '**a_'.repeat(5_000)))
  await measure('description of 20,000 ">"', () => describedBy('nested', '>'.repeat(20_000)))
  const certificates = passCertificates('pass.example.bench')
  const keystore = withRounds(certificates.keystore, 100_000_000)
  await measure('PKCS#12 with 100 million rounds', () => withKeystore(keystore, certificates.password))
  await measure('INVOICE_NUMBER_PATTERN=%030000000d', async () => {
    const before = process.memoryUsage().rss
    const { length } = documentNumber('%030000000d', 7)
    return `a number of ${length} digits, ${inMegabytes(process.memoryUsage().rss - before)} here`
  })
} finally {
  await shop.close()
}

async function measure(input: string, act: () => Promise<string>): Promise<void> {
  const before = memoryOf(shop).get('Foyer')?.rss ?? 0
  const watch = watching()
  const answered = await Promise.race([act(), pause(WATCHED_MS, `nothing within ${WATCHED_MS / 1000} s`)])
  await pause(500)
  const { standstill, most } = await watch.end()
  console.log(
    `| ${input} | ${answered} | ${Math.round(standstill)} ms | ${inMegabytes(before)} | ${inMegabytes(most)} |`,
  )
}

/** Asks all the time whether the shop is up, and how much memory it has. */
function watching() {
  let isOver = false
  let standstill = 0
  let most = 0
  const memory = setInterval(() => {
    most = Math.max(most, memoryOf(shop).get('Foyer')?.rss ?? 0)
  }, 100)
  const asking = (async () => {
    while (!isOver) {
      const startedAt = performance.now()
      await Promise.race([fetch(`${shop.base}/healthz`).catch(() => undefined), pause(WATCHED_MS)])
      standstill = Math.max(standstill, performance.now() - startedAt)
      await pause(10)
    }
  })()
  return {
    end: async () => {
      isOver = true
      await asking
      clearInterval(memory)
      return { standstill, most: Math.max(most, memoryOf(shop).get('Foyer')?.rss ?? 0) }
    },
  }
}

async function many(count: number, ask: (index: number) => Promise<string>): Promise<string> {
  const answers: string[] = []
  for (let index = 0; index < count; index += 50) {
    const replies = Array.from({ length: Math.min(50, count - index) }, (_, step) => ask(index + step))
    answers.push(...(await Promise.all(replies)))
  }
  return [...Map.groupBy(answers, answer => answer)].map(([answer, all]) => `${all.length} × ${answer}`).join(', ')
}

async function get(path: string): Promise<string> {
  const answer = await fetch(shop.base + path)
  await answer.arrayBuffer()
  return String(answer.status)
}

async function post(path: string, body: string, key?: string): Promise<string> {
  const authorization = key === undefined ? {} : { authorization: `ApiKey ${key}` }
  const headers = { 'content-type': 'application/json', ...authorization }
  const answer = await fetch(shop.base + path, { method: 'POST', headers, body }).catch(() => undefined)
  await answer?.arrayBuffer().catch(() => undefined)
  return answer ? String(answer.status) : 'closed'
}

async function describedBy(slug: string, description: string): Promise<string> {
  const saved = await post('/api/v1/admin/event/create', eventFile(slug, description, {}), organiser)
  const read = await Promise.all([get(`/api/v2/public/event/${slug}`), get('/events-all'), get('/feed/events.atom')])
  return `saved ${saved}; event, list, feed ${read.join(', ')}`
}

async function withKeystore(keystore: string, password: string): Promise<string> {
  const settings = {
    ENABLE_PASS: true,
    PASSBOOK_TYPE_IDENTIFIER: 'pass.example.bench',
    PASSBOOK_TEAM_IDENTIFIER: 'ABCDE12345',
    PASSBOOK_KEYSTORE: keystore,
    PASSBOOK_KEYSTORE_PASSWORD: password,
  }
  const saved = await post('/api/v1/admin/event/create', eventFile('rounds', 'Text', settings), organiser)
  // A request for a pass makes the shop open it.
  const pass = `/api/pass/event/rounds/v1/version/passes/00000000-0000-4000-8000-000000000000`
  return `saved ${saved}; pass ${await get(pass)}`
}

function withRounds(content: string, count: number): string {
  const file = forge.asn1.fromDer(forge.util.decode64(content))
  const mac = file.value[2]
  const rounds = typeof mac === 'object' ? mac.value[2] : undefined
  if (typeof rounds !== 'object') throw new Error('no rounds in the file')
  rounds.value = forge.asn1.integerToDer(count).getBytes()
  return forge.util.encode64(forge.asn1.toDer(file).getBytes())
}

function eventFile(slug: string, description: string, settings: object): string {
  const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 16)
  return JSON.stringify({
    title: slug,
    slug,
    description: [{ lang: 'en', body: description }],
    format: 'IN_PERSON',
    location: { fullAddress: 'Hall 1' },
    timezone: 'UTC',
    startDate: at(30),
    endDate: at(31),
    websiteUrl: 'https://example.org',
    termsAndConditionsUrl: 'https://example.org',
    status: 'PUBLIC',
    settings,
    tickets: {
      freeOfCharge: true,
      max: 10,
      categories: [{ name: 'All', maxTickets: 0, price: 0, startSellingDate: at(-1), endSellingDate: at(29) }],
    },
  })
}

async function keyOfOrganiser({ base, apiKey }: BenchShop): Promise<string> {
  const call = async (method: string, path: string, body: object) => {
    const headers = { authorization: `ApiKey ${apiKey}`, 'content-type': 'application/json' }
    const answer = await fetch(base + path, { method, headers, body: JSON.stringify(body) })
    return (await answer.json()) as { id: number; apiKey?: string }
  }
  const system = '/api/v1/admin/system/organization'
  const form = { name: 'Hostile', email: 'hostile@example.org', description: 'Measures', slug: 'hostile' }
  const { id } = await call('POST', `${system}/create`, form)
  // Older versions know the role of a key by the second name.
  for (const name of ['type', 'apiKeyType']) {
    const made = await call('PUT', `${system}/${id}/api-key`, { [name]: 'API_CLIENT', description: 'bench' })
    if (made.apiKey !== undefined) return made.apiKey
  }
  throw new Error('the organiser got no key')
}

function logSize({ dataFolder }: BenchShop): number {
  const logs = readdirSync(dataFolder).filter(name => name.endsWith('.log'))
  return logs.reduce((size, name) => size + statSync(join(dataFolder, name)).size, 0)
}
