import { provokedRows } from '../booking-codes/provoked.ts'

/** The rows of these calls that say this; at least one of each call, or this throws. */
export function rowsProvoking(calls: string, text: RegExp): readonly string[] {
  return calls.split('').flatMap(call => {
    const rows = provokedRows.filter(row => row.startsWith(`${call} `) && text.test(row.slice(2)))
    if (rows.length === 0) throw new Error(`no row ${call} says ${String(text)}`)
    return rows
  })
}
