import { readFileSync } from 'node:fs'

const MANIFEST = new URL('../../../dist/client/.vite/manifest.json', import.meta.url)

/** The address of the bundle that the build has made of a source: `bundleOf('client/shop/catalog/event/page.tsx')`. */
export function bundleOf(source: string): string {
  const manifest: Readonly<Record<string, { readonly file: string }>> = JSON.parse(readFileSync(MANIFEST, 'utf8'))
  const bundle = manifest[source]
  if (!bundle) throw new Error(`the browser build has no ${source}`)
  return `/${bundle.file}`
}
