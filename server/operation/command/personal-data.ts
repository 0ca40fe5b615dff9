import { type Report, eraseDue, previewDue } from '#server/order/retention/erase-personal-data.ts'
import { type Command, Refusal, say, table, withShop } from './command.ts'

export const personalDataCommand: Command = {
  usage: ['personal-data due', 'personal-data erase'],
  summary: 'Tells whose retention time is over (settings RETENTION_*), and erases it now in place of within the hour.',
  run: async ([verb, ...others]) => {
    const act = verb === 'due' ? previewDue : verb === 'erase' ? eraseDue : undefined
    if (act === undefined || others.length > 0) throw new Refusal('Say: personal-data due, or personal-data erase.')
    const reports = await withShop(act)
    say(...tellReports(reports, verb === 'due' ? 'would be erased' : 'erased'))
    return 0
  },
}

function tellReports(reports: readonly Report[], done: string): string[] {
  if (reports.length === 0) return ['There is nothing to erase.']
  return table(reports.flatMap(report => tellReport(report, done)))
}

function tellReport({ event, erased, underWay }: Report, done: string): string[][] {
  const place = event ?? '(no event)'
  const lines = [...erased].map(([what, count]) => [place, what, String(count), done])
  return underWay === 0 ? lines : [...lines, [place, 'orders', String(underWay), 'kept: not settled yet']]
}
