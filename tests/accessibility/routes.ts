import { globSync, readFileSync } from 'node:fs'
import * as paths from '#contract/paths.ts'
import type { ShopPage } from './every-page.ts'

export type Route = { readonly path: string; readonly page: string }

/** The pages of a client by the routes that its folder declares. */
export function routesOf(folder: string): readonly Route[] {
  return globSync(`${folder}/**/routes.tsx`).flatMap(file => routesIn(readFileSync(file, 'utf8')))
}

/** The routes whose page none of these addresses leads to. */
export function routesWithout(pages: readonly ShopPage[], routes: readonly Route[]): readonly Route[] {
  const seen = routes.filter(({ path }) => pages.some(page => matches(path, page.path)))
  return routes.filter(({ page }) => !seen.some(other => other.page === page))
}

/** `:name` means one part of an address. */
const matches = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path.replace(/[?#].*$/, ''))

/** As they are written, `{ path, page, ... }`, below each base where a file has some; not those that only development has. */
function routesIn(source: string): Route[] {
  const bases = [...source.matchAll(/'(\/\w+\/:\w+\/reservation\/:reservationId)'/g)].map(([, base = '']) => base)
  return [...source.matchAll(/^ +\{ path: (?:'(.+?)'|`\$\{base\}(.+?)`|(base)|(\w+Path)), page: (\w+)(.*)$/gm)]
    .filter(([, , , , , , rest = '']) => !rest.includes('developmentOnly'))
    .flatMap(([, plain, below = '', , name, page = '']) => {
      if (plain !== undefined) return [{ path: plain, page }]
      if (name !== undefined) return [{ path: pathNamed(name), page }]
      return bases.map(base => ({ path: base + below, page }))
    })
}

function pathNamed(name: string): string {
  const path = new Map<string, unknown>(Object.entries(paths)).get(name)
  if (typeof path !== 'string') throw new Error(`the contract has no ${name}`)
  return path
}
