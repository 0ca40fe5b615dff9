import { expect, test } from 'vitest'
import { previewDeskMarkdown } from '#contract/desk-markdown.ts'
import { MAX_LEGAL_TEXT_LENGTH } from '#domain/catalog/legal-text/legal-kind.ts'
import { markdownToHtml } from '#server/foundation/markdown/markdown.ts'
import { codes, enterDesk } from '#tests/support/organiser/desk.ts'
import { anOrganiser } from '#tests/support/organiser/organiser.ts'
import { testShop } from '#tests/support/shop/test-shop.ts'

const served = await testShop()
const { url, apiKey } = served
const alpine = await anOrganiser(url, apiKey)
const scope = { kind: 'organization', organizationId: alpine.organizationId } as const
const editor = await enterDesk(served, { email: 'editor@example.org', given: { role: 'EDITOR', scope } })
const door = await enterDesk(served, { email: 'door@example.org', given: { role: 'DOOR', scope } })

const preview = (text: string) => editor.ask(previewDeskMarkdown, { body: { text } })

test('a description is drawn as the shop draws it, and nothing of it can run', async () => {
  const text = '## Programme\n\n- **Choir**\n- Orchestra\n\n<img src=x onerror=alert(1)> [no](javascript:alert(1))'
  expect(await preview(text)).toMatchObject({ status: 200, body: { html: markdownToHtml(text) } })
  const link = await preview('[more](https://example.org/)')
  expect(link.body).toMatchObject({ html: expect.stringContaining('aria-label="more (opens in a new tab)"') })
  expect(await preview(' \n ')).toMatchObject({ status: 200, body: { html: '' } })
})

test('a long text is drawn beside the thread that serves, and one that is too intricate is refused with its way on', async () => {
  const long = Array.from({ length: 400 }, (_, at) => `- **${at}** of *many*`).join('\n')
  expect(await preview(long)).toMatchObject({ status: 200, body: { html: markdownToHtml(long) } })
  const intricate = await preview('>'.repeat(20_000))
  expect(codes(intricate)).toEqual([['text', 'foyer.desk.event.refused.description-too-costly']])
})

test('who edits no event previews none, and more than any text of an offer holds is refused', async () => {
  expect(await door.ask(previewDeskMarkdown, { body: { text: 'x' } })).toMatchObject({ status: 403 })
  expect(await preview('x'.repeat(MAX_LEGAL_TEXT_LENGTH + 1))).toMatchObject({ status: 400 })
})
