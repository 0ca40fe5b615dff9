import { expect, test, vi } from 'vitest'
import { WorkPutOff } from '#server/foundation/heavy-work/heavy-worker.ts'
import { isCheap, isRenderable, renderAhead, renderedHtml, renderedText } from './rendered-markdown.ts'
import type { Say } from '#server/foundation/language/texts.ts'

/** So many marks that their cost can't be seen at once. */
const LONG = `${'*Words* that fill a _line_. '.repeat(60)}**bold** [link](https://a.example/)`
const owner = 'one'
const say: Say = (key, ...words) => `${words.join()} (${key})`

test('a text of many marks is rendered ahead, for each language of its links', async () => {
  const written = renderedHtml(LONG, say)
  expect(written).toContain('**bold**')
  await vi.waitUntil(() => renderAhead([{ to: 'html', markdown: LONG, say, owner }]), 15_000)
  expect(renderedHtml(LONG, say)).toContain('<strong>bold</strong>')
  expect(renderedHtml(LONG, say)).toContain('aria-label="link (foyer.link.new-tab)"')
  expect(renderedHtml(LONG)).toContain('**bold**')
  await vi.waitUntil(() => renderAhead([{ to: 'text', markdown: LONG, owner }]), 15_000)
  expect(renderedText(LONG)).toContain('bold link (https://a.example/)')
})

test('a short text and pages of plain text need nothing ahead', () => {
  expect(renderedHtml('*a*')).toBe('<p><em>a</em></p>')
  expect(renderedText('*a*')).toBe('a')
  const pages = `# Programme\n\n${'Words that fill a line. '.repeat(200)}**bold**`
  expect(renderedHtml(pages)).toContain('<strong>bold</strong>')
  expect(renderedText(pages)).toMatch(/^Programme/)
})

test('what can not be rendered shows as it is written, and its organiser is informed', async () => {
  const nested = '>'.repeat(20_000)
  await vi.waitUntil(() => renderAhead([{ to: 'html', markdown: nested, owner }]), 15_000)
  expect(renderedHtml(nested)).toBe(`<p>${'&gt;'.repeat(20_000)}</p>`)
  expect(await isRenderable(nested, owner)).toBe(false)
  expect(await isRenderable(LONG, owner)).toBe(true)
})

test('a text that waited in vain is no worse for it', async () => {
  const texts = Array.from({ length: 40 }, (_, index) => `${LONG} ${index}`)
  const first = await Promise.allSettled(texts.map(text => isRenderable(text, owner)))
  const putOff = texts.filter((_, index) => first[index]?.status === 'rejected')
  const reasons = first.flatMap(one => (one.status === 'rejected' ? [one.reason] : []))
  expect(reasons).not.toEqual([])
  expect(reasons.every(reason => reason instanceof WorkPutOff)).toBe(true)
  for (const text of putOff) expect(await isRenderable(text, owner)).toBe(true)
})

test.each([
  ['a word of 10,000 letters with an address', `${'a'.repeat(5_000)}@${'a'.repeat(4_000)}`],
  ['marks within marks', '**a_'.repeat(100)],
  ['many addresses of sites', 'www.a '.repeat(200)],
  ['a text of a book', 'word '.repeat(3_000)],
])('is not rendered at once: %s', (_, markdown) => {
  expect(isCheap(markdown)).toBe(false)
})
