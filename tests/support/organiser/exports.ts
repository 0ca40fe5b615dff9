import { expect } from 'vitest'
import Papa from 'papaparse'
import { readSheet } from 'read-excel-file/node'
import type { Call } from '#contract/call.ts'

type Asking = {
  readonly url: string
  readonly cookie: string | undefined
  readonly call: Call
  readonly params: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly language?: string
}

/** The response with an export, as a browser at the desk gets it. */
export function askForFile({ url, cookie, call, params, query = {}, language = 'en' }: Asking): Promise<Response> {
  const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  return fetch(`${url}${path}?${new URLSearchParams(query).toString()}`, {
    headers: { cookie: `foyer_desk=${cookie}`, 'accept-language': language, 'sec-fetch-site': 'same-origin' },
  })
}

/** The rows of a CSV file by the labels of its columns, as Papa Parse reads them; it begins with the mark of UTF-8. */
export function rowsOfCsv(bytes: Uint8Array): Record<string, string>[] {
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const { data, errors } = Papa.parse<Record<string, string>>(new TextDecoder().decode(bytes), {
    header: true,
    skipEmptyLines: true,
  })
  // A file of one column has nothing to divide.
  expect(errors.filter(({ type }) => type !== 'Delimiter')).toEqual([])
  return data
}

/** The rows of an XLSX file, as another library than its writer reads them. */
export async function rowsOfXlsx(bytes: Uint8Array): Promise<Record<string, unknown>[]> {
  const rows = await readSheet(Buffer.from(bytes))
  const [head = [], ...others] = rows
  return others.map(row => Object.fromEntries(head.map((label, index) => [String(label), row[index]])))
}
