/**
 * The process that renders PDFs, started by pdf-renderer.ts. A process of its own, because the compiler is native code
 * that keeps tens of megabytes: when it ends, all of that is given back, and when it breaks, the shop does not.
 */
import { openTypst, type DocumentInputs, type TemplateName } from './typst.ts'

export type RenderRequest = { readonly id: number; readonly template: TemplateName; readonly inputs: DocumentInputs }
export type RenderAnswer = { readonly id: number } & ({ readonly pdf: Uint8Array } | { readonly error: string })

const render = openTypst()

process.on('message', (request: RenderRequest) => process.send?.(answerTo(request)))

function answerTo({ id, template, inputs }: RenderRequest): RenderAnswer {
  try {
    return { id, pdf: render(template, inputs) }
  } catch (error) {
    return { id, error: String(error) }
  }
}
