import QRCode from 'qrcode'

/** Error correction H: a third of the code may be creased, smudged or under a thumb. */
const ERROR_CORRECTION = 'H'

/** The code as a PNG of 200 x 200 pixels with a quiet zone (lifecycle C.4). */
export function qrPng(text: string): Promise<Buffer> {
  return QRCode.toBuffer(text, { type: 'png', width: 200, errorCorrectionLevel: ERROR_CORRECTION })
}

/** The code as an SVG drawing, one path of black modules without a quiet zone: the page around it is white. */
export function qrSvg(text: string): string {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: ERROR_CORRECTION })
  const path = Array.from({ length: modules.size }, (_, row) => rowPath(row, modules.size, modules.data)).join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${modules.size} ${modules.size}" ` +
    `shape-rendering="crispEdges"><path d="${path}"/></svg>`
  )
}

/** One rectangle for each run of dark modules, so that no hairline shows between neighbours. */
function rowPath(row: number, size: number, modules: Uint8Array): string {
  let path = ''
  for (let start = 0; start < size; start++) {
    if (!modules[row * size + start]) continue
    let end = start + 1
    while (end < size && modules[row * size + end]) end++
    path += `M${start} ${row}h${end - start}v1h${start - end}z`
    start = end
  }
  return path
}
