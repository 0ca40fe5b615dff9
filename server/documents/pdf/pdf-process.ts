/**
 * The process that renders PDFs and pictures, started by pdf-renderer.ts. A process of its own, because the compiler is native code
 * that keeps tens of megabytes: when it ends, all of that is freed, and when it breaks, the shop does not.
 */
import { openTypst, type DocumentInputs, type TemplateName } from './typst.ts'

export type RenderRequest = { readonly id: number; readonly template: TemplateName; readonly inputs: DocumentInputs }
export type RenderReply = { readonly id: number } & ({ readonly file: Uint8Array } | { readonly error: string })

const typst = openTypst()

process.on('message', async (request: RenderRequest) => {
  const answer = await answerTo(request)
  // When the shop has died meanwhile no process is left to answer, and this one ends by itself.
  process.send?.(answer, () => undefined)
})

async function answerTo({ id, template, inputs: { logo, ...inputs } }: RenderRequest): Promise<RenderReply> {
  const picture = logo && (await scaled(logo))
  try {
    const all = { ...inputs, ...(picture && { logo: picture }) }
    if (template === 'share') return { id, file: await asPng(typst.svg(template, all)) }
    const { pdf, missingLetters } = typst.pdf(template, all)
    if (missingLetters.length > 0) await logMissing(template, missingLetters)
    return { id, file: pdf }
  } catch (error) {
    return { id, error: String(error) }
  }
}

/** The log is loaded by the first document that lacks letters. It is said which ones these are, never the text they are in. */
async function logMissing(template: TemplateName, letters: readonly string[]): Promise<void> {
  const { openLog } = await import('#server/foundation/base/log.ts')
  const codes = Array.from(
    new Set(letters.join('')),
    letter => `U+${letter.codePointAt(0)?.toString(16).toUpperCase()}`,
  )
  openLog({ level: 'warn' }).warn({ template, letters: codes.toSorted() }, 'no font has letters of a document')
}

/** The library for pictures is loaded by the first event that has one. */
async function scaled(logo: Uint8Array): Promise<Uint8Array | undefined> {
  const { scaledLogo } = await import('./scaled-logo.ts')
  return scaledLogo(logo)
}

/** A drawing in its own size. Few colours are enough for letters on a ground, and make it a quarter as large. */
async function asPng(svg: string): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg)).png({ palette: true, effort: 4 }).toBuffer()
}
