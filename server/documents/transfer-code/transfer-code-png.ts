import sharp from 'sharp'
import { type TransferCode, transferCodeSvg } from './transfer-code.ts'

/** Pixels of the side; twice what a mail shows. */
const PNG_SIDE = 560

/** A transfer code as a picture for mails, whose programs show no drawings; in the process of heavy-worker.ts. */
export function transferCodePng(code: TransferCode): Promise<Buffer> {
  return sharp(Buffer.from(transferCodeSvg(code)), { density: 300 })
    .resize(PNG_SIDE, PNG_SIDE)
    .png()
    .toBuffer()
}
