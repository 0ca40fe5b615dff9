import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import SaxonJS from 'saxon-js'
import { schemaAt } from './xml-schema.ts'

/**
 * The published rules of EN 16931 (Schematron of CEN/TC 434, compiled to XSLT) and the schemas of UBL 2.1 (OASIS). No npm package has
 * them; they are fetched from Maven Central once, held against their checksums, and kept in `node_modules/.cache`.
 */

const REPOSITORY = process.env['FOYER_MAVEN_URL'] ?? 'https://repo1.maven.org/maven2'

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/foyer-e-invoice/', import.meta.url))

type Archive = { readonly path: string; readonly sha256: string }

const RULES = {
  path: 'com/helger/phive/rules/phive-rules-en16931/3.2.15/phive-rules-en16931-3.2.15.jar',
  sha256: '66680cc7e3884788798c77859af6de4904c2e756de14686edf5f95288d8bdb4b',
} as const
const SCHEMAS = {
  path: 'com/helger/ubl/ph-ubl21/10.1.0/ph-ubl21-10.1.0.jar',
  sha256: 'aab58f8b1a3d539e24df125e7148c546f85b3bd7778aa2dc11a3027cf8396478',
} as const

/** What the schemas of UBL refer to by name and do not bring. */
const TYPES = {
  path: 'com/helger/xsd/ph-xsds-ccts-cct-schemamodule/3.0.0/ph-xsds-ccts-cct-schemamodule-3.0.0.jar',
  sha256: '6519104f78fb72df23eac1614b323494e59973d5fb714eb174cfec9490364e78',
} as const

/** Version 1.3.14.2 of the rules. */
const STYLESHEETS = {
  cii: 'external/schematron/1.3.14.2/cii/EN16931-CII-validation.xslt',
  ubl: 'external/schematron/1.3.14.2/ubl/EN16931-UBL-validation.xslt',
} as const

export type Syntax = keyof typeof STYLESHEETS

/** Throws, with what to do, where the archive can't be had. */
async function archive({ path, sha256 }: Archive): Promise<Buffer> {
  const file = join(CACHE, path.slice(path.lastIndexOf('/') + 1))
  if (existsSync(file)) return checked(readFileSync(file), file, sha256)
  const address = `${REPOSITORY}/${path}`
  const content = await fetch(address, { signal: AbortSignal.timeout(120_000) }).then(
    async response => {
      if (!response.ok) throw new Error(`${address} answers ${response.status}: ${MIRROR}`)
      return Buffer.from(await response.arrayBuffer())
    },
    (cause: unknown) => {
      throw new Error(`${address} can't be reached: ${MIRROR}`, { cause })
    },
  )
  keep(file, checked(content, address, sha256))
  return content
}

const MIRROR = 'the official rules of e-invoices come from Maven Central; FOYER_MAVEN_URL names a mirror of it'

function checked(content: Buffer, from: string, sha256: string): Buffer {
  const found = createHash('sha256').update(content).digest('hex')
  if (found !== sha256) throw new Error(`${from} is not the file that was examined: its SHA-256 is ${found}`)
  return content
}

/** Whole or not at all. */
function keep(file: string, content: Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.part`, content)
  renameSync(`${file}.part`, file)
}

/** The rules of one syntax, compiled; compiling takes half a minute of processor time, so that the result is kept. */
async function compiled(syntax: Syntax): Promise<string> {
  const file = join(CACHE, `en16931-1.3.14.2-${syntax}.sef.json`)
  if (existsSync(file)) return file
  const stylesheet = unzipSync(await archive(RULES))[STYLESHEETS[syntax]]
  if (stylesheet === undefined) throw new Error(`the archive has no ${STYLESHEETS[syntax]}`)
  const source = join(CACHE, `${syntax}.xslt`)
  keep(source, stylesheet)
  const compiler = fileURLToPath(import.meta.resolve('xslt3/xslt3.js'))
  await promisify(execFile)(process.execPath, [compiler, `-xsl:${source}`, `-export:${file}.part`, '-nogo'])
  renameSync(`${file}.part`, file)
  return file
}

/** Answers which official rules an invoice breaks, as `BR-CO-15 [BR-CO-15]-Invoice total amount ...`. */
export async function officialRules(syntax: Syntax): Promise<(xml: string) => readonly string[]> {
  const stylesheetInternal: unknown = JSON.parse(readFileSync(await compiled(syntax), 'utf8'))
  return xml => {
    const { principalResult } = SaxonJS.transform({ stylesheetInternal, sourceText: xml, destination: 'serialized' })
    const failed = principalResult.matchAll(
      /<svrl:failed-assert[^>]*?\bid="([^"]*)"[\s\S]*?<svrl:text>([\s\S]*?)<\/svrl:text>/g,
    )
    return Array.from(failed, ([, id = '', text = '']) => `${id} ${text.trim()}`)
  }
}

/** The schemas of UBL 2.1, for invoices and credit notes; without signatures, which only their own standard describes. */
export async function ublSchemas() {
  for (const source of [SCHEMAS, TYPES]) {
    const files = unzipSync(await archive(source), { filter: ({ name }) => name.endsWith('.xsd') })
    for (const [name, content] of Object.entries(files)) keep(join(CACHE, 'ubl', name), Buffer.from(linked(content)))
  }
  const main = join(CACHE, 'ubl/external/schemas/ubl21/maindoc')
  return {
    invoice: schemaAt(join(main, 'UBL-Invoice-2.1.xsd')),
    creditNote: schemaAt(join(main, 'UBL-CreditNote-2.1.xsd')),
  }
}

/** A schema that says where the common types are, and imports no signatures. */
function linked(content: Uint8Array): string {
  return Buffer.from(content)
    .toString()
    .replace(
      /(<xsd:import namespace="[^"]*:CoreComponentTypeSchemaModule:2")\/>/,
      `$1 schemaLocation="${TYPES_FROM_COMMON}"/>`,
    )
    .replace(/<xsd:import namespace=\s*"[^"]*:CommonSignatureComponents-2"[^>]*>/, '')
}

const TYPES_FROM_COMMON = '../../../../schemas/CCTS_CCT_SchemaModule.xsd'
