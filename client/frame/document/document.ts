import { EARLY_SCRIPT } from '../early/early-script.ts'
import { escapeHtml } from '#domain/foundation/text/text.ts'
import { tag } from './head.ts'
import { NONCE } from './page-state.ts'

/** The browser build's manifest: source file to what was made of it. */
export type Manifest = Readonly<Record<string, ManifestEntry>>

type ManifestEntry = {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
  readonly assets?: readonly string[]
}

export type DocumentParts = {
  /** The name of the shop. */
  readonly house: string
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly head: string
  readonly html: string
  readonly state: string
  /** `content` can be read before a script runs; in place of a `shape` the scripts draw the page. */
  readonly rendered: 'content' | 'shape'
  /** Sources, as the manifest knows them: of the script that every page has, and of the page's own bundles. */
  readonly entry: string
  readonly modules: readonly string[]
  /** Address of the texts of its language. */
  readonly textFile: string
}

const STYLE = 'style.css'

/** The whole document. Scripts carry the placeholder `NONCE`; `extraHead` comes last in the head. */
export function documentOf(parts: DocumentParts, manifest: Manifest, extraHead = ''): string {
  const { house, language, direction, head, html, state } = parts
  const entry = entryOf(parts.entry, manifest)
  const scripts = scriptElements(parts, manifest)
  return `<!doctype html>
<html lang="${language}" dir="${direction}" data-house="${escapeHtml(house)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<script nonce="${NONCE}">${EARLY_SCRIPT}</script>
${stylesheets(entry, manifest)}
${parts.rendered === 'shape' ? scripts : ''}
${head}
${extraHead}
</head>
<body>
<div id="root">${html}</div>
${state}
${parts.rendered === 'content' ? afterStyles(scripts) : ''}
</body>
</html>
`
}

/** One style sheet for all steps: the next page looks right at once, and the browser has it already. */
const stylesheets = (entry: ManifestEntry, manifest: Manifest): string =>
  styleFiles(entry, manifest)
    .map(file => tag('link', { rel: 'stylesheet', href: `/${file}` }))
    .join('\n')

const styleFiles = (entry: ManifestEntry, manifest: Manifest): readonly string[] =>
  manifest[STYLE] ? [manifest[STYLE].file] : (entry.css ?? [])

/** The script that the page begins with, all that it and the page import, and the texts: nothing is waited for one after the other. */
function scriptElements({ entry, modules, textFile }: DocumentParts, manifest: Manifest): string {
  const start = entryOf(entry, manifest)
  return [
    ...[...scriptFiles(start, modules, manifest)].map(file =>
      tag('link', { rel: 'modulepreload', href: `/${file}`, nonce: NONCE, fetchpriority: 'low' }),
    ),
    tag('link', { rel: 'preload', as: 'fetch', href: textFile, crossorigin: 'anonymous', fetchpriority: 'low' }),
    `<script type="module" src="/${start.file}" nonce="${NONCE}" fetchpriority="low"></script>`,
  ].join('\n')
}

/**
 * A page that can be read before it is hydrated shows as soon as its styles are there: beside them, the scripts would take most
 * of a slow connection (decision 146). Browsers load nothing of a template, and run a script at the end of the document once the
 * styles before it have come, or have failed.
 */
const afterStyles = (scripts: string): string =>
  `<template id="scripts">
${scripts}
</template>
<script nonce="${NONCE}">document.head.append(document.getElementById('scripts').content.cloneNode(true))</script>`

function scriptFiles(entry: ManifestEntry, modules: readonly string[], manifest: Manifest): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = ({ file, imports = [] }: ManifestEntry) => {
    if (found.has(file)) return
    found.add(file)
    for (const name of imports) if (manifest[name]) visit(manifest[name])
  }
  visit(entry)
  for (const module of modules) {
    const bundle = manifest[module]
    if (bundle) visit(bundle)
  }
  return found
}

/** Paths of all scripts and styles of a page: `entry` and `modules` as in `DocumentParts`. */
export function filesOf(
  { entry, modules }: Pick<DocumentParts, 'entry' | 'modules'>,
  manifest: Manifest,
): readonly string[] {
  const start = entryOf(entry, manifest)
  return [...styleFiles(start, manifest), ...scriptFiles(start, modules, manifest)].map(file => `/${file}`)
}

function entryOf(name: string, manifest: Manifest): ManifestEntry {
  const entry = manifest[name]
  if (!entry) throw new Error(`the browser build has no ${name}`)
  return entry
}
