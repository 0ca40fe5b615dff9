import jsQR from 'jsqr'
import { type Pdfium, memoryOf, openPdfium, utf16, utf8, written } from './pdfium.ts'
import { type TaggedPage, readTags } from './read-tags.ts'

/** What a reader finds in a PDF: for tests, with another engine than the one that wrote it. */
export type ReadPdf = {
  readonly pages: number
  readonly title: string
  readonly language: string
  readonly isTagged: boolean
  /** Does it claim to be PDF/UA-1? */
  readonly claimsAccessibility: boolean
  readonly text: string
  /** Base names of the fonts its letters are drawn with, and those of them whose outlines are not in the file. */
  readonly fonts: readonly string[]
  readonly missingFonts: readonly string[]
  /** The text of the QR code on the first page as a camera sees it; null when there is none. */
  readonly qrText: string | null
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly text: string }[]
  readonly structure: readonly TaggedPage[]
}

const SCALE = 2

/** Looking for a code takes longer than all the rest. */
export async function readPdf(bytes: Uint8Array, { findsCode = true } = {}): Promise<ReadPdf> {
  const pdfium = await openPdfium()
  const file = pdfium.pdfium.wasmExports.malloc(bytes.length)
  memoryOf(pdfium).set(bytes, file)
  const document = pdfium.FPDF_LoadMemDocument(file, bytes.length, '')
  if (document === 0) throw new Error('not a PDF')
  const page = pdfium.FPDF_LoadPage(document, 0)
  const read = {
    pages: pdfium.FPDF_GetPageCount(document),
    title: utf16(pdfium, (buffer, size) => pdfium.FPDF_GetMetaText(document, 'Title', buffer, size)),
    language: utf16(pdfium, (buffer, size) => pdfium.FPDFCatalog_GetLanguage(document, buffer, size)),
    isTagged: pdfium.FPDFCatalog_IsTagged(document),
    claimsAccessibility: Buffer.from(bytes).includes('pdfuaid:part'),
    ...writing(pdfium, page),
    qrText: findsCode ? qrText(pdfium, page) : null,
    attachments: attachments(pdfium, document),
    structure: structure(pdfium, document),
  }
  pdfium.FPDF_ClosePage(page)
  pdfium.FPDF_CloseDocument(document)
  pdfium.pdfium.wasmExports.free(file)
  return read
}

function writing(pdfium: Pdfium, page: number): Pick<ReadPdf, 'text' | 'fonts' | 'missingFonts'> {
  const textPage = pdfium.FPDFText_LoadPage(page)
  const fonts = new Map<string, boolean>()
  let text = ''
  for (let index = 0; index < pdfium.FPDFText_CountChars(textPage); index++) {
    text += String.fromCodePoint(pdfium.FPDFText_GetUnicode(textPage, index))
    const object = pdfium.FPDFText_GetTextObject(textPage, index)
    if (object === 0) continue
    const font = pdfium.FPDFTextObj_GetFont(object)
    const name = utf8(pdfium, (buffer, size) => pdfium.FPDFFont_GetBaseFontName(font, buffer, size))
    fonts.set(name, pdfium.FPDFFont_GetIsEmbedded(font) === 1)
  }
  pdfium.FPDFText_ClosePage(textPage)
  const missingFonts = [...fonts].filter(([, isEmbedded]) => !isEmbedded).map(([name]) => name)
  return { text, fonts: [...fonts.keys()].toSorted(), missingFonts }
}

function qrText(pdfium: Pdfium, page: number): string | null {
  const width = Math.round(pdfium.FPDF_GetPageWidthF(page) * SCALE)
  const height = Math.round(pdfium.FPDF_GetPageHeightF(page) * SCALE)
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0)
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0)
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap)
  const pixels = Uint8ClampedArray.from(memoryOf(pdfium).subarray(start, start + width * height * 4))
  pdfium.FPDFBitmap_Destroy(bitmap)
  return jsQR.default(pixels, width, height, { inversionAttempts: 'dontInvert' })?.data ?? null
}

function attachments(pdfium: Pdfium, document: number): ReadPdf['attachments'] {
  return Array.from({ length: pdfium.FPDFDoc_GetAttachmentCount(document) }, (_, index) => {
    const attachment = pdfium.FPDFDoc_GetAttachment(document, index)
    const name = utf16(pdfium, (buffer, size) => pdfium.FPDFAttachment_GetName(attachment, buffer, size))
    const type = utf16(pdfium, (buffer, size) => pdfium.FPDFAttachment_GetSubtype(attachment, buffer, size))
    return { name, type, text: attachedText(pdfium, attachment) }
  })
}

function attachedText(pdfium: Pdfium, attachment: number): string {
  const size = written(pdfium, at => pdfium.FPDFAttachment_GetFile(attachment, 0, 0, at))
  const buffer = pdfium.pdfium.wasmExports.malloc(size)
  written(pdfium, at => pdfium.FPDFAttachment_GetFile(attachment, buffer, size, at))
  const text = Buffer.from(memoryOf(pdfium).slice(buffer, buffer + size)).toString('utf8')
  pdfium.pdfium.wasmExports.free(buffer)
  return text
}

function structure(pdfium: Pdfium, document: number): TaggedPage[] {
  return Array.from({ length: pdfium.FPDF_GetPageCount(document) }, (_, index) => {
    const page = pdfium.FPDF_LoadPage(document, index)
    const tagged = readTags(pdfium, page)
    pdfium.FPDF_ClosePage(page)
    return tagged
  })
}
