import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { init } from '@embedpdf/pdfium'

/** The engine that reads PDFs in tests: another one than wrote them. */

export type Pdfium = Awaited<ReturnType<typeof init>>

let opened: Promise<Pdfium> | undefined

export function openPdfium(): Promise<Pdfium> {
  opened ??= open()
  return opened
}

async function open(): Promise<Pdfium> {
  const wasmBinary = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  const pdfium = await init({ wasmBinary: new Uint8Array(wasmBinary).buffer })
  pdfium.PDFiumExt_Init()
  return pdfium
}

/** The memory the engine works in; its own types leave it out. Asked for each time, because it moves when it grows. */
export function memoryOf({ pdfium }: Pdfium): Uint8Array {
  return (pdfium as unknown as { readonly HEAPU8: Uint8Array }).HEAPU8
}

/** Reads a text that the engine writes into a buffer once it has returned the size. */
export function utf16(pdfium: Pdfium, write: (buffer: number, size: number) => number): string {
  return buffered(pdfium, write).toString('utf16le').replace(/\0+$/, '')
}

export function utf8(pdfium: Pdfium, write: (buffer: number, size: number) => number): string {
  return buffered(pdfium, write).toString('utf8').replace(/\0+$/, '')
}

function buffered(pdfium: Pdfium, write: (buffer: number, size: number) => number): Buffer {
  const size = write(0, 0)
  const buffer = pdfium.pdfium.wasmExports.malloc(size)
  write(buffer, size)
  const bytes = Buffer.from(memoryOf(pdfium).slice(buffer, buffer + size))
  pdfium.pdfium.wasmExports.free(buffer)
  return bytes
}

/** A number that the engine writes somewhere. */
export function written(pdfium: Pdfium, write: (at: number) => unknown): number {
  const at = pdfium.pdfium.wasmExports.malloc(4)
  write(at)
  const number = Buffer.from(memoryOf(pdfium).slice(at, at + 4)).readUInt32LE()
  pdfium.pdfium.wasmExports.free(at)
  return number
}
