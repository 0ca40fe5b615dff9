import type { Texts } from '#server/foundation/language/texts.ts'
import { type PassDocument, passPage } from './pass-document.ts'
import { renderPdf } from './render-pdf.ts'

/** A bought pass as an A4 PDF/UA-1 file, in the manner of tickets. `logo` is the picture of the pass. */
export function passPdf(pass: PassDocument, texts: Pick<Texts, 'text'>, logo?: Uint8Array): Promise<Uint8Array> {
  const page = JSON.stringify(passPage(pass, texts))
  return renderPdf('pass', { page, ...(pass.codes && { qrText: pass.useUrl }), ...(logo && { logo }) })
}
