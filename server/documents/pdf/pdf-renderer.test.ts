import { execFileSync } from 'node:child_process'
import { afterEach, expect, test } from 'vitest'
import { pdfRenderer } from './pdf-renderer.ts'
import { written } from './written.ts'

const renderer = pdfRenderer({ idleMilliseconds: 60_000, renderMilliseconds: 30_000 })
const qrText = 'code'
const page = JSON.stringify({
  language: 'en',
  title: 'T',
  kind: aText(),
  event: aText(),
  holder: [aText(), aText()],
  facts: Array.from({ length: 5 }, () => ({ label: aText(), lines: [aText()] })),
  payment: null,
  extras: null,
  codeDescription: 'C',
  reference: { label: aText(), id: aText() },
  hints: [],
})

function aText() {
  return written('Text')
}

const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 5)).toString() === '%PDF-'

/** The rendering processes this one has started, found as the operating system sees them. */
function renderingProcesses(): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  return lines
    .map(line => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter(match => Number(match?.[2]) === process.pid && match?.[3]?.includes('pdf-process.ts'))
    .map(match => Number(match?.[1]))
}

afterEach(() => renderer.close())

test('a template that fails refuses its own call only', async () => {
  const [broken, whole] = await Promise.allSettled([
    renderer.render('ticket', { page: 'not JSON', qrText }),
    renderer.render('ticket', { page, qrText }),
  ])
  expect(broken).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('ticket.typ') } })
  expect(whole.status === 'fulfilled' && isPdf(whole.value)).toBe(true)
})

test('several calls share one process', async () => {
  await Promise.all([renderer.render('ticket', { page, qrText }), renderer.render('ticket', { page, qrText })])
  expect(renderingProcesses()).toHaveLength(1)
})

test('when the process is killed what waits is refused, and the next call starts another', async () => {
  await renderer.render('ticket', { page, qrText })
  const [first] = renderingProcesses()
  const waiting = renderer.render('ticket', { page, qrText })
  process.kill(first ?? 0, 'SIGKILL')
  await expect(waiting).rejects.toThrow(/PDF process/)
  expect(isPdf(await renderer.render('ticket', { page, qrText }))).toBe(true)
  expect(renderingProcesses()).not.toContain(first)
})

test('a process that does not answer in time is ended and its call refused', async () => {
  const impatient = pdfRenderer({ idleMilliseconds: 60_000, renderMilliseconds: 1 })
  await expect(impatient.render('ticket', { page, qrText })).rejects.toThrow('in time')
  await expect.poll(renderingProcesses).toEqual([])
})

test('after its last document a process ends, and another one goes on', async () => {
  const changing = pdfRenderer({ documents: 2 })
  const documents = Array.from({ length: 5 }, () => changing.render('ticket', { page, qrText }))
  const [first] = renderingProcesses()
  expect((await Promise.all(documents)).every(isPdf)).toBe(true)
  await expect.poll(renderingProcesses).toEqual([expect.any(Number)])
  expect(renderingProcesses()).not.toContain(first)
  changing.close()
})

test('a renderer that is closed refuses what waits, and starts nothing for it', async () => {
  const closing = pdfRenderer({ documents: 1 })
  const documents = Promise.allSettled([1, 2, 3].map(() => closing.render('ticket', { page, qrText })))
  closing.close()
  expect((await documents).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await expect.poll(renderingProcesses).toEqual([])
})

test('an idle process goes away', async () => {
  const hasty = pdfRenderer({ idleMilliseconds: 1, renderMilliseconds: 30_000 })
  await hasty.render('ticket', { page, qrText })
  await expect.poll(renderingProcesses).toEqual([])
})
