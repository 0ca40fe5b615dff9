import QRCode from 'qrcode'
import { ValidationError } from 'swissqrbill/errors'
import { SwissQRCode } from 'swissqrbill/svg'
import type { Data } from 'swissqrbill/types'
import { epcCode } from './epc-code.ts'
import { type SwissTransfer, swissBill } from './swiss-bill.ts'

/** A transfer as a code that banking apps read: the Swiss QR code, or that of the European Payments Council. */
export type TransferCode =
  | { readonly kind: 'SWISS'; readonly bill: Data }
  | { readonly kind: 'EPC'; readonly text: string }

/** Undefined where no standard knows the transfer: another currency, or an account that is no IBAN. */
export function transferCode(transfer: SwissTransfer): TransferCode | undefined {
  const bill = swissBill(transfer)
  if (bill && isDrawable(bill)) return { kind: 'SWISS', bill }
  if (transfer.currency !== 'EUR') return undefined
  const text = epcCode({ ...transfer, owner: transfer.owner[0] ?? '' })
  return text === undefined ? undefined : { kind: 'EPC', text }
}

/** The library checks what the rules above leave to it: the signs of the standard, and countries. */
function isDrawable(bill: Data): boolean {
  try {
    return swissDrawing(bill) !== ''
  } catch (error) {
    if (error instanceof ValidationError) return false
    throw error
  }
}

/** Millimetres of the standard for the code, and of the quiet zone around it (SIX guidelines 6.4). */
const SIDE = 46
const QUIET = 5
const EDGE = SIDE + 2 * QUIET

/** Black on white, with the quiet zone that scanners need; as wide as its place. */
export function transferCodeSvg(code: TransferCode): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${EDGE} ${EDGE}" shape-rendering="crispEdges">` +
    `<rect width="${EDGE}" height="${EDGE}" fill="#fff"/>` +
    `<g transform="translate(${QUIET} ${QUIET})">${code.kind === 'SWISS' ? swissDrawing(code.bill) : epcDrawing(code.text)}</g></svg>`
  )
}

/**
 * The library draws a rectangle for each module, and the cross after them; in millimetres, which without the unit are those
 * of our picture. The modules become one path, an eighth as long.
 */
function swissDrawing(bill: Data): string {
  const rectangles = Array.from(new SwissQRCode(bill, SIDE).toString().matchAll(RECTANGLE), found => found.slice(1))
  const module = rectangles[0]?.[2]
  const isModule = ([, , width]: readonly string[]) => width === module
  const at = (position: string | undefined) => Math.round(Number(position) / Number(module))
  const path = rectangles.filter(isModule).map(([x, y]) => `M${at(x)} ${at(y)}h1v1h-1z`)
  const cross = rectangles
    .filter(rectangle => !isModule(rectangle))
    .map(
      ([x, y, width, height, fill]) => `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`,
    )
  return `<path transform="scale(${module})" d="${path.join('')}"/>${cross.join('')}`
}

const RECTANGLE = /<rect x="([\d.]+)(?:mm)?" y="([\d.]+)(?:mm)?" width="([\d.]+)mm" height="([\d.]+)mm" fill="(\w+)"/g

/** Error correction M is what the standard asks for. */
function epcDrawing(text: string): string {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const { size, data } = modules
  const dark = Array.from(data.keys()).filter(position => data[position])
  const path = dark.map(position => `M${position % size} ${Math.floor(position / size)}h1v1h-1z`).join('')
  return `<path transform="scale(${SIDE / size})" d="${path}"/>`
}
