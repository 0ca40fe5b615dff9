import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { init } from '@embedpdf/pdfium'
import jsQR from 'jsqr'

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
  readonly attachments: readonly { readonly name: string; readonly text: string }[]
}

type Pdfium = Awaited<ReturnType<typeof init>>

const SCALE = 3

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const pdfium = await (opened ??= openPdfium())
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
    qrText: qrText(pdfium, page),
    attachments: attachments(pdfium, document),
  }
  pdfium.FPDF_ClosePage(page)
  pdfium.FPDF_CloseDocument(document)
  pdfium.pdfium.wasmExports.free(file)
  return read
}

let opened: Promise<Pdfium> | undefined

async function openPdfium(): Promise<Pdfium> {
  const wasmBinary = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  const pdfium = await init({ wasmBinary: new Uint8Array(wasmBinary).buffer })
  pdfium.PDFiumExt_Init()
  return pdfium
}

/** The memory the engine works in; its own types leave it out. Asked for each time, because it moves when it grows. */
function memoryOf({ pdfium }: Pdfium): Uint8Array {
  return (pdfium as unknown as { readonly HEAPU8: Uint8Array }).HEAPU8
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
  return jsQR.default(pixels, width, height)?.data ?? null
}

function attachments(pdfium: Pdfium, document: number): ReadPdf['attachments'] {
  return Array.from({ length: pdfium.FPDFDoc_GetAttachmentCount(document) }, (_, index) => {
    const attachment = pdfium.FPDFDoc_GetAttachment(document, index)
    const name = utf16(pdfium, (buffer, size) => pdfium.FPDFAttachment_GetName(attachment, buffer, size))
    return { name, text: attachedText(pdfium, attachment) }
  })
}

/** The engine tells a size by writing it somewhere. */
function attachedText(pdfium: Pdfium, attachment: number): string {
  const sizeAt = pdfium.pdfium.wasmExports.malloc(4)
  const sizeOf = (): number => Buffer.from(memoryOf(pdfium).slice(sizeAt, sizeAt + 4)).readUInt32LE()
  pdfium.FPDFAttachment_GetFile(attachment, 0, 0, sizeAt)
  const size = sizeOf()
  const buffer = pdfium.pdfium.wasmExports.malloc(size)
  pdfium.FPDFAttachment_GetFile(attachment, buffer, size, sizeAt)
  return Buffer.from(memoryOf(pdfium).slice(buffer, buffer + size)).toString('utf8')
}

/** Reads a text that the engine writes into a buffer once it has told the size. */
function buffered(pdfium: Pdfium, write: (buffer: number, size: number) => number): Buffer {
  const size = write(0, 0)
  const buffer = pdfium.pdfium.wasmExports.malloc(size)
  write(buffer, size)
  return Buffer.from(memoryOf(pdfium).slice(buffer, buffer + size))
}

function utf16(pdfium: Pdfium, write: (buffer: number, size: number) => number): string {
  return buffered(pdfium, write).toString('utf16le').replace(/\0+$/, '')
}

function utf8(pdfium: Pdfium, write: (buffer: number, size: number) => number): string {
  return buffered(pdfium, write).toString('utf8').replace(/\0+$/, '')
}
