import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { reservationId } from '#domain/order/reservation/reservation.ts'
import { keptDocuments } from '#server/order/invoice/kept-documents.ts'
import { type Command, Refusal, say, withShop } from './command.ts'

export const documentsCommand: Command = {
  usage: ['documents <reservation> [<folder>]'],
  summary: 'Writes the invoice, receipt and credit note of an order as PDFs, also when its people have been erased.',
  run: async ([text = '', folder = '.', ...others]) => {
    const id = reservationId(text)
    if (text === '' || others.length > 0) throw new Refusal('Say: documents <reservation> [<folder>].')
    if (id === undefined) throw new Refusal(`"${text}" is not the id of a reservation.`)
    const files = await withShop(shop => keptDocuments(shop, id))
    if (files.length === 0) throw new Refusal(`There are no documents of ${id}.`)
    await mkdir(folder, { recursive: true })
    for (const { fileName, pdf } of files) {
      const path = join(folder, fileName)
      await writeFile(path, pdf)
      say(path)
    }
    return 0
  },
}
