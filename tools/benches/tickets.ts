import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { pdfRenderer } from '#server/documents/pdf/pdf-renderer.ts'
import { type TicketDocument, ticketPage } from '#server/documents/pdf/ticket-pdf.ts'
import { loadTexts } from '#server/foundation/language/texts.ts'
import { aTicketDocument } from '#tests/builders/ticket-document.ts'
import { describeMachine } from './machine.ts'
import { inMegabytes, memoryOf, processorTimeBelow } from './memory-use.ts'
import { record, table } from './record.ts'
import { inMilliseconds, timings, whole } from './timings.ts'
import { scaled } from './scale.ts'

/** How long 1,000 tickets take, each of another holder, and what the process that draws them holds meanwhile. */

const TICKETS = scaled(1000, 5)
const IDLE_MS = scaled(20_000, 500)

const texts = loadTexts()
const picture = readFileSync(new URL('../../samples/images/four-rivers.webp', import.meta.url))

const NAMES: Readonly<Record<string, readonly string[]>> = {
  Latin: ['Ada Lovelace', 'Søren Kierkegaard', 'Zoë Müller-Łukasz', 'Nguyễn Thị Hương'],
  'twelve scripts': [
    'Ada Lovelace',
    'Юрий Гагарин',
    'Ελευθερία Παπαδοπούλου',
    'عمر الفاروق',
    'שרה כהן',
    '王小明',
    '山田 さくら',
    '김민준',
    'สมชาย ใจดี',
    'राम कृष्णन',
    'Արամ Խաչատրյան',
    'ნინო 🎉',
  ],
}

type Case = { readonly title: string; readonly names: readonly string[]; readonly logo?: Uint8Array }

const CASES: readonly Case[] = [
  { title: 'names in Latin', names: NAMES['Latin'] ?? [] },
  { title: 'names in twelve scripts', names: NAMES['twelve scripts'] ?? [] },
  { title: 'names in Latin, with the picture of the event', names: NAMES['Latin'] ?? [], logo: picture },
]

const rows: string[][] = []
for (const one of CASES) rows.push(await measure(one))
record('tickets', 'Tickets', [
  await describeMachine(),
  '',
  `${whole(TICKETS)} tickets as PDF/UA, one after the other, by the process that draws them and by its own door; each has another`,
  `holder, code and order. The first one starts the process. Memory is the most PSS that process held beside one of Node, as a shop is; ${IDLE_MS / 1000} s after the last ticket it is gone.`,
  '',
  ...table([
    ['', 'first', 'median', 'p99', 'a second', 'processor time', 'bytes each', 'memory', 'memory when idle'],
    ...rows,
  ]),
])

async function measure({ title, names, logo }: Case): Promise<string[]> {
  const renderer = pdfRenderer({ idleMilliseconds: IDLE_MS })
  const taken = timings()
  const draw = async (index: number): Promise<{ size: number; milliseconds: number }> => {
    const ticket = ticketOf(index, names)
    const start = performance.now()
    const page = JSON.stringify(ticketPage(ticket, texts))
    const pdf = await renderer.render('ticket', { page, qrText: ticket.qrText, ...(logo && { logo }) })
    return { size: pdf.length, milliseconds: performance.now() - start }
  }
  const first = await draw(TICKETS)
  const processorTimeBefore = processorTimeOfChildren()
  const start = performance.now()
  let [size, memory] = [0, 0]
  for (let index = 0; index < TICKETS; index += 1) {
    const drawn = await draw(index)
    taken.add(drawn.milliseconds)
    size += drawn.size
    if (index % 20 === 0) memory = Math.max(memory, memoryOfChildren())
  }
  const perSecond = (TICKETS * 1000) / (performance.now() - start)
  const processorTime = processorTimeOfChildren() - processorTimeBefore
  await pause(IDLE_MS + 1000)
  const { p50, p99 } = taken.summary()
  return [
    title,
    inMilliseconds(first.milliseconds),
    inMilliseconds(p50),
    inMilliseconds(p99),
    whole(perSecond),
    inMilliseconds(processorTime / TICKETS),
    whole(size / TICKETS),
    inMegabytes(memory),
    inMegabytes(memoryOfChildren()),
  ]
}

/** Nothing of one is another's. */
function ticketOf(index: number, names: readonly string[]): TicketDocument {
  const name = `${names[index % names.length]} ${index}`
  const id = index.toString(16).padStart(12, '0')
  const uuid = `2f9d3a52-7a0e-4a11-9a6b-${id}`
  return aTicketDocument({
    publicId: `5f0c7c9e-3a2b-4f7d-9b61-${id}`,
    qrText: `${uuid}/${Buffer.from(uuid).toString('base64').slice(0, 44)}`,
    holder: { name, email: `holder${index}@example.org` },
    order: { shortId: id.slice(-8).toUpperCase(), buyer: name },
  })
}

/** What the drawing processes this one has started hold, in bytes. */
function memoryOfChildren(): number {
  return memoryOf(process).get('PDF and pictures')?.pss ?? 0
}

/** In milliseconds, of those that have ended, too. */
function processorTimeOfChildren(): number {
  const { user, system } = process.cpuUsage()
  return processorTimeBelow(process.pid) - (user + system) / 1000
}
