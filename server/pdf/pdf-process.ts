/**
 * The process that renders PDFs, started by pdf-renderer.ts. A process of its own, because the compiler is native code
 * that keeps tens of megabytes: when it ends, all of that is given back, and when it breaks, the shop does not.
 */
import { openTypst, type DocumentInputs, type TemplateName } from './typst.ts'

export type RenderRequest = { readonly id: number; readonly template: TemplateName; readonly inputs: DocumentInputs }
export type RenderReply = { readonly id: number } & ({ readonly pdf: Uint8Array } | { readonly error: string })

const render = openTypst()

process.on('message', async (request: RenderRequest) => {
  const answer = await answerTo(request)
  // When the shop has died meanwhile nobody is left to answer, and this process ends by itself.
  process.send?.(answer, () => undefined)
})

async function answerTo({ id, template, inputs: { logo, ...inputs } }: RenderRequest): Promise<RenderReply> {
  const picture = logo && (await scaled(logo))
  try {
    return { id, pdf: render(template, { ...inputs, ...(picture && { logo: picture }) }) }
  } catch (error) {
    return { id, error: String(error) }
  }
}

/** The library for pictures is loaded by the first event that has one. */
async function scaled(logo: Uint8Array): Promise<Uint8Array | undefined> {
  const { scaledLogo } = await import('./scaled-logo.ts')
  return scaledLogo(logo)
}
