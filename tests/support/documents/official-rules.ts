import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { findJava } from '../../../tools/java.ts'
import { schemaAt } from './xml-schema.ts'

/**
 * The published rules of EN 16931 (Schematron of CEN/TC 434, compiled to XSLT) and the schemas of UBL 2.1 (OASIS). No npm package has
 * them; they are fetched from Maven Central once, with what runs them, held against their checksums, and kept in `node_modules/.cache`.
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

/** What the schemas of UBL refer to by name and do not contain. */
const TYPES = {
  path: 'com/helger/xsd/ph-xsds-ccts-cct-schemamodule/3.0.0/ph-xsds-ccts-cct-schemamodule-3.0.0.jar',
  sha256: '6519104f78fb72df23eac1614b323494e59973d5fb714eb174cfec9490364e78',
} as const

/** The rules are XSLT 2.0: Saxon runs them, in Java, and cannot start without its resolver. */
const SAXON = [
  {
    path: 'net/sf/saxon/Saxon-HE/12.9/Saxon-HE-12.9.jar',
    sha256: '8f3a9216a537367132293eacbba9df062eace8f8b16a184af59e2e4839d4cd41',
  },
  {
    path: 'org/xmlresolver/xmlresolver/5.3.3/xmlresolver-5.3.3.jar',
    sha256: '1fe4d5b92f708dcdb82dbce12919e0171e6b5ca62c6dca6220483625098feb5f',
  },
] as const satisfies readonly Archive[]

/** Version 1.3.14.2 of the rules. */
const STYLESHEETS = {
  cii: 'external/schematron/1.3.14.2/cii/EN16931-CII-validation.xslt',
  ubl: 'external/schematron/1.3.14.2/ubl/EN16931-UBL-validation.xslt',
} as const

export type Syntax = keyof typeof STYLESHEETS

/** The archive as a file. Throws, with what to do, where it can't be had. */
async function archive({ path, sha256 }: Archive): Promise<string> {
  const file = join(CACHE, path.slice(path.lastIndexOf('/') + 1))
  if (existsSync(file)) {
    check(readFileSync(file), file, sha256)
    return file
  }
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
  check(content, address, sha256)
  keep(file, content)
  return file
}

const MIRROR = 'the official rules of e-invoices come from Maven Central; FOYER_MAVEN_URL names a mirror of it'

function check(content: Buffer, from: string, sha256: string): void {
  const found = createHash('sha256').update(content).digest('hex')
  if (found !== sha256) throw new Error(`${from} is not the file that was examined: its SHA-256 is ${found}`)
}

/** Whole or not at all. */
function keep(file: string, content: Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.part`, content)
  renameSync(`${file}.part`, file)
}

/**
 * The official rules that each invoice breaks, in the order of the invoices, as `BR-CO-15 [BR-CO-15]-Invoice total amount ...`. One process of
 * Java validates all of them: its start and the compilation of the rules cost seconds, an invoice milliseconds.
 */
export async function brokenRules(
  syntax: Syntax,
  invoices: readonly string[],
): Promise<readonly (readonly string[])[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-official-rules-'))
  try {
    const [written, reports] = [join(folder, 'invoices'), join(folder, 'reports')]
    for (const made of [written, reports]) mkdirSync(made)
    for (const [index, xml] of invoices.entries()) writeFileSync(join(written, `${index}.xml`), xml)
    await transform(await stylesheet(syntax), written, reports)
    return invoices.map((_, index) => failedAsserts(readFileSync(join(reports, `${index}.xml`), 'utf8')))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function stylesheet(syntax: Syntax): Promise<string> {
  const content = unzipSync(readFileSync(await archive(RULES)))[STYLESHEETS[syntax]]
  if (content === undefined) throw new Error(`the archive has no ${STYLESHEETS[syntax]}`)
  const file = join(CACHE, `${syntax}.xslt`)
  keep(file, content)
  return file
}

/** Every file of one folder into a file of the same name in the other; fails when a single one does. */
async function transform(by: string, from: string, to: string): Promise<void> {
  const jars = await Promise.all(SAXON.map(archive))
  const options = [`-xsl:${by}`, `-s:${from}`, `-o:${to}`]
  await promisify(execFile)(findJava(), ['-cp', jars.join(delimiter), 'net.sf.saxon.Transform', ...options])
}

function failedAsserts(report: string): string[] {
  if (!report.includes('<svrl:fired-rule')) throw new Error(`no rule checked the invoice: ${report}`)
  const failed = report.matchAll(/<svrl:failed-assert[^>]*?\bid="([^"]*)"[\s\S]*?<svrl:text>([\s\S]*?)<\/svrl:text>/g)
  return Array.from(failed, ([, id = '', text = '']) => `${id} ${text.trim()}`)
}

/** The schemas of UBL 2.1, for invoices and credit notes; without signatures, which only their own standard describes. */
export async function ublSchemas() {
  for (const source of [SCHEMAS, TYPES]) {
    const files = unzipSync(readFileSync(await archive(source)), { filter: ({ name }) => name.endsWith('.xsd') })
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
