import { expect, test } from 'vitest'
import { isRenderable, renderAhead, renderedHtml, renderedText } from './rendered-markdown.ts'
import type { Say } from '#server/language/say.ts'

const LONG = `${'Words that fill a line. '.repeat(20)}**bold** [link](https://a.example/)`
const say: Say = (key, ...words) => `${words.join()} (${key})`

test('a long text is rendered ahead, for each language of its links', async () => {
  const written = renderedHtml(LONG, say)
  expect(written).toContain('**bold**')
  expect(await renderAhead([{ to: 'html', markdown: LONG, say }])).toBe(true)
  expect(renderedHtml(LONG, say)).toContain('<strong>bold</strong>')
  expect(renderedHtml(LONG, say)).toContain('aria-label="link (foyer.link.new-tab)"')
  expect(renderedHtml(LONG)).toContain('**bold**')
  await renderAhead([{ to: 'text', markdown: LONG }])
  expect(renderedText(LONG)).toContain('bold link (https://a.example/)')
})

test('a short text needs nothing ahead', () => {
  expect(renderedHtml('*a*')).toBe('<p><em>a</em></p>')
  expect(renderedText('*a*')).toBe('a')
})

test('what can not be rendered shows as it is written, and its organiser hears it', async () => {
  const nested = '>'.repeat(20_000)
  expect(await renderAhead([{ to: 'html', markdown: nested }])).toBe(true)
  expect(renderedHtml(nested)).toBe(`<p>${'&gt;'.repeat(20_000)}</p>`)
  expect(await isRenderable(nested)).toBe(false)
  expect(await isRenderable(LONG)).toBe(true)
})
