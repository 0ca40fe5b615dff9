import type { Info } from '#contract/info.ts'
import type { Language } from '#contract/shared.ts'
import { escapeHtml } from '#domain/foundation/text/text.ts'
import { type TextFiles, directionOf } from '#client/language/language-context.ts'
import { type Manifest, documentOf } from './document.ts'
import { tag } from './head.ts'
import { houseElements, houseOf } from './house-head.ts'
import { stateElement } from './page-state.ts'

type ShellInput = {
  /** Source of the script that the application begins with, as the manifest knows it. */
  readonly entry: string
  /** Before the name of the shop: "Desk". */
  readonly title: string
  readonly language: string
  readonly textFiles: TextFiles
  readonly languages: readonly Language[]
  readonly info: Info
  /** What a phone puts on its screen; that of the shop where nothing is said. */
  readonly webManifest?: string
}

/**
 * The document of an application that the browser draws by itself, the same for all its addresses. Search engines are not to
 * index it.
 */
export function shellDocument(input: ShellInput, manifest: Manifest): string {
  const { entry, title, language, textFiles, languages, info, webManifest } = input
  const house = houseOf(info)
  const head = [
    `<title>${escapeHtml(`${title} · ${house.name}`)}</title>`,
    tag('meta', { name: 'robots', content: 'noindex' }),
    houseElements(house, webManifest),
  ]
  return documentOf(
    {
      house: house.name,
      language,
      direction: directionOf(language),
      head: head.join('\n'),
      html: '',
      state: stateElement({ language, textFiles, languages, info, data: [], rendered: 'shape' }),
      rendered: 'shape',
      entry,
      modules: [],
      textFile: textFiles[language] ?? '',
    },
    manifest,
  )
}
