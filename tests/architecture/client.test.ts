import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { type Import, files, root, shipped } from './source-imports.ts'

/**
 * How the client is laid: languages, addresses, the kit, the frame around any application of ours (client/frame/README.md),
 * and the applications. Each rule is shown on an offence as well.
 */

/** What each part of the client may know of the others. */
const KNOWS: Readonly<Record<string, readonly string[]>> = {
  language: [],
  routing: [],
  kit: ['language', 'routing'],
  frame: ['language', 'routing', 'kit'],
  shop: ['language', 'routing', 'kit', 'frame'],
  desk: ['language', 'routing', 'kit', 'frame'],
  door: ['language', 'routing', 'kit', 'frame'],
  // The script for other sites' pages, and what its messages look like.
  embed: ['shop/shell/embedding/message.ts'],
  // The worker that shows tickets without a connection, and what their page sends it.
  worker: ['shop/ticket/keep/message.ts'],
}

const partOf = (path: string): string | undefined => /^client\/([^/]+)\//.exec(path)?.[1]

function strangersAmong(imports: readonly Import[]): Import[] {
  return imports.filter(({ from, to }) => {
    const [part, other] = [partOf(from), partOf(to)]
    if (part === undefined || other === undefined || part === other) return false
    return !(KNOWS[part] ?? []).some(sibling => sibling === other || to === `client/${sibling}`)
  })
}

test('the frame knows nothing of an application, and no application of another', () => {
  expect(strangersAmong(shipped)).toEqual([])
  expect(new Set(files.map(partOf)).difference(new Set(Object.keys(KNOWS)))).toEqual(new Set([undefined]))
  const [frame, desk] = ['client/frame/frame.tsx', 'client/desk/app.tsx']
  const offences = [
    { from: frame, to: 'client/shop/routes.tsx' },
    { from: desk, to: 'client/shop/app.tsx' },
    { from: 'client/kit/button/button.tsx', to: frame },
    { from: 'client/embed/foyer-shop.ts', to: 'client/shop/shell/embedding/embedded.tsx' },
  ]
  expect(strangersAmong([...offences, { from: desk, to: frame }])).toEqual(offences)
})

/** A page is a folder with a `page.tsx`; what several pages share is beside them, in a folder without one. */
function trespassesAmong(imports: readonly Import[], pages: readonly string[]): Import[] {
  const folders = pages.map(page => dirname(page))
  return imports.filter(({ from, to }) => {
    const folder = folders.find(each => to.startsWith(`${each}/`))
    if (folder === undefined || from.startsWith(`${folder}/`)) return false
    return !(from.endsWith('/routes.tsx') && to === `${folder}/page.tsx`)
  })
}

test('what is in the folder of a page is its own, and its routes open it by page.tsx alone', () => {
  const pages = files.filter(file => /^client\/(?:shop|desk)\/.*\/page\.tsx$/.test(file))
  expect(pages.length).toBeGreaterThan(10)
  expect(trespassesAmong(shipped, pages)).toEqual([])
  const from = 'client/desk/orders/order-list.tsx'
  const offences = [
    { from, to: 'client/desk/mail/draft.ts' },
    { from: 'client/desk/routes.tsx', to: 'client/desk/mail/draft.ts' },
  ]
  const allowed = [
    { from, to: 'client/desk/shared/amount.ts' },
    { from: 'client/desk/routes.tsx', to: 'client/desk/mail/page.tsx' },
    { from: 'client/desk/mail/page.tsx', to: 'client/desk/mail/draft.ts' },
  ]
  const planted = ['client/desk/mail/page.tsx', 'client/desk/orders/page.tsx']
  expect(trespassesAmong([...offences, ...allowed], planted)).toEqual(offences)
})

const STORAGE = 'client/frame/storage/browser-storage.ts'

const namesStorage = (text: string): boolean => /\b(sessionStorage|localStorage|indexedDB)\b/.test(text)

test('one module alone names what the browser keeps', () => {
  const sources = globSync('client/**/*.{ts,tsx}', { cwd: root })
  expect(sources).toContain(STORAGE)
  expect(sources.filter(file => namesStorage(readFileSync(join(root, file), 'utf8')))).toEqual([STORAGE])
  expect(namesStorage("if (sessionStorage.getItem('a')) return")).toBe(true)
})

/**
 * The server is asked by the frame's typed calls; for texts, and whether it is there at all, by addresses of pages. The worker of
 * tickets passes on what their page asks.
 */
const FETCHING = [
  'client/desk/entry-browser.tsx',
  'client/door/device/door-calls.ts',
  'client/frame/calls/queries.ts',
  'client/frame/calls/server.ts',
  'client/frame/calls/http.ts',
  'client/frame/calls/member-http.ts',
  'client/frame/start-page.tsx',
  'client/worker/door.ts',
  'client/worker/keep-tickets.ts',
  'client/worker/ticket-store.ts',
  'client/worker/tickets.ts',
]

const fetches = (text: string): boolean => /\bfetch\(/.test(text)

test('the server is asked through the typed calls alone', () => {
  const sources = globSync('client/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.ts'] })
  expect(sources.filter(file => fetches(readFileSync(join(root, file), 'utf8'))).toSorted()).toEqual(
    FETCHING.toSorted(),
  )
  expect(fetches('const found = await fetch(infoPath)')).toBe(true)
})
