import { pdfRenderer } from './pdf-renderer.ts'

/** One for the whole shop; it holds nothing until the first document is asked for and nothing soon after the last. */
const renderer = pdfRenderer()

export const renderPdf = renderer.render

/** Ends the rendering process at once, for a clean stop of the shop. */
export const stopRendering = (): void => renderer.close()
