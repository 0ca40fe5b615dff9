import { readFileSync, statSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

/** The pages with a budget (design section 6), in bytes of gzip: script that the page needs before it works, and style. */
export const BUDGETS = [
  { page: 'home', modules: ['catalog/home/page.tsx'], script: 85_000, style: 14_500 },
  { page: 'events', modules: ['catalog/events/page.tsx'], script: 85_300, style: 14_500 },
  { page: 'event', modules: ['catalog/event/page.tsx'], script: 91_500, style: 14_500 },
  { page: 'passes', modules: ['catalog/passes/page.tsx'], script: 83_800, style: 14_500 },
  { page: 'pass', modules: ['catalog/pass/page.tsx'], script: 86_400, style: 14_500 },
  {
    page: 'book',
    modules: ['checkout/frame/reservation-frame.tsx', 'checkout/book/page.tsx'],
    script: 98_300,
    style: 14_500,
  },
] as const

/** Pages of the desk, for members: the first view, and the largest page; and the page of a door. */
export const DESK_BUDGETS = [
  {
    page: 'desk home',
    modules: ['session/signed-in.tsx', 'home/page.tsx'],
    script: 98_000,
    style: 14_900,
    of: 'desk',
  },
  {
    page: 'desk edit',
    modules: ['session/signed-in.tsx', 'events/edit/page.tsx'],
    script: 113_300,
    style: 14_900,
    of: 'desk',
  },
  { page: 'door', modules: [], script: 88_100, style: 7_300, of: 'door' },
] as const

/** `of` is the application: the shop where nothing is said. */
export type Budget = {
  readonly page: string
  readonly modules: readonly string[]
  readonly script: number
  readonly style: number
  readonly of?: 'desk' | 'door'
}
export type PageWeight = {
  readonly script: number
  readonly style: number
  readonly scripts: number
  /** What of the scripts travels: they are sent by Brotli, as the build has compressed them. */
  readonly sent: number
}

type Manifest = Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>>

const BUILDS = {
  shop: new URL('../../dist/client/', import.meta.url),
  desk: new URL('../../dist/desk/', import.meta.url),
  door: new URL('../../dist/door/', import.meta.url),
} as const
const STYLE = 'style.css'

/** What a page makes a browser fetch: the entry, the page's own modules, all that they import, and the style sheet. */
export function weightOf({ modules, of }: Budget): PageWeight {
  const application = of ?? 'shop'
  const build = BUILDS[application]
  const manifest: Manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', build), 'utf8'))
  const zippedSize = (file: string): number => gzipSync(readFileSync(new URL(file, build)), { level: 9 }).length
  const sentSize = (file: string): number => statSync(new URL(`${file}.br`, build)).size
  const scripts = new Set<string>()
  const visit = (name: string): void => {
    const { file, imports = [] } = chunk(manifest, name)
    if (scripts.has(file)) return
    scripts.add(file)
    for (const imported of imports) visit(imported)
  }
  visit(`client/${application}/entry-browser.tsx`)
  for (const module of modules) visit(`client/${application}/${module}`)
  return {
    script: [...scripts].reduce((sum, file) => sum + zippedSize(file), 0),
    style: zippedSize(chunk(manifest, STYLE).file),
    scripts: scripts.size,
    sent: [...scripts].reduce((sum, file) => sum + sentSize(file), 0),
  }
}

function chunk(manifest: Manifest, name: string) {
  const found = manifest[name]
  if (!found) throw new Error(`the browser build has no ${name}`)
  return found
}
