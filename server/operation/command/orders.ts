import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { reservationId } from '#domain/order/reservation/reservation.ts'
import { keptDocuments } from '#server/order/invoice/document-file.ts'
import { type Command, Refusal, say, table, withShop } from './command.ts'
import { type TrailEntry, trailOf } from '#server/foundation/audit/audit.ts'
import { importFiles, describeImport } from '#server/organiser/event-file/import-files.ts'
import { type Report, eraseDue, previewDue } from '#server/order/retention/erase-personal-data.ts'

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

export const trailCommand: Command = {
  usage: ['trail <reservation>'],
  summary: 'Tells what happened to an order and its tickets, from the beginning; also when it is gone.',
  run: async ([text = '', ...others]) => {
    if (text === '' || others.length > 0) throw new Refusal('Say: trail <reservation>.')
    const id = reservationId(text)
    if (id === undefined) throw new Refusal(`"${text}" is not the id of a reservation.`)
    const trail = await withShop(({ db }) => trailOf(db, id))
    if (trail.length === 0) throw new Refusal(`Nothing is known of ${id}.`)
    say(...table(trail.map(describeEntry)))
    return 0
  },
}

function describeEntry({ at, type, entity, entityId, by, modifications }: TrailEntry): string[] {
  const moment = Temporal.Instant.fromEpochMilliseconds(at).toString({ smallestUnit: 'second' })
  const about = entity === 'TICKET' ? `ticket ${entityId}` : ''
  return [moment, type, about, by ?? '', modifications === null ? '' : JSON.stringify(modifications)]
}

export const importCommand: Command = {
  usage: ['import <file>...'],
  summary: 'Creates the events and passes of YAML or JSON files, or updates them when they are there.',
  run: async files => {
    if (files.length === 0) throw new Refusal('Say which files to import.')
    // npm changes to the folder of the project and states where it was called.
    const folder = process.env['INIT_CWD'] ?? process.cwd()
    const paths = files.map(file => resolve(folder, file))
    const imported = await withShop(shop => importFiles(shop, paths))
    say(describeImport(imported))
    return imported.some(({ result }) => result === 'refused') ? 1 : 0
  },
}

export const personalDataCommand: Command = {
  usage: ['personal-data due', 'personal-data erase'],
  summary: 'Tells whose retention time is over (settings RETENTION_*), and erases it now in place of within the hour.',
  run: async ([verb, ...others]) => {
    const act = verb === 'due' ? previewDue : verb === 'erase' ? eraseDue : undefined
    if (act === undefined || others.length > 0) throw new Refusal('Say: personal-data due, or personal-data erase.')
    const reports = await withShop(act)
    say(...describeReports(reports, verb === 'due' ? 'would be erased' : 'erased'))
    return 0
  },
}

function describeReports(reports: readonly Report[], done: string): string[] {
  if (reports.length === 0) return ['There is nothing to erase.']
  return table(reports.flatMap(report => describeReport(report, done)))
}

function describeReport({ event, erased, underWay }: Report, done: string): string[][] {
  const place = event ?? '(no event)'
  const lines = [...erased].map(([what, count]) => [place, what, String(count), done])
  return underWay === 0 ? lines : [...lines, [place, 'orders', String(underWay), 'kept: not settled yet']]
}
