import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type NodeTypstDocument, NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { qrSvg } from './qr-code.ts'
import { asFacturX } from './factur-x-metadata.ts'
import { FONT_FILES, familiesFor } from './fonts.ts'

/** Which templates there are, and of which files beside this one each is made, in this order. */
const TEMPLATES = {
  ticket: ['shared', 'sheet', 'ticket'],
  pass: ['shared', 'sheet', 'pass'],
  billing: ['shared', 'payment-part', 'billing'],
  poster: ['shared', 'poster'],
  share: ['shared', 'share'],
  badge: ['shared', 'badge'],
} as const

export type TemplateName = keyof typeof TEMPLATES

/**
 * What a document shows: its data as JSON, the text of a QR code, the XML that an e-invoice carries, and the
 * picture of the event or pass. Templates read all of it as data, never as source.
 */
export type DocumentInputs = {
  readonly page: string
  readonly qrText?: string
  /** The texts of many codes. */
  readonly qrTexts?: readonly string[]
  /** A code as SVG that is drawn already. */
  readonly codeSvg?: string
  readonly eInvoice?: string
  readonly logo?: Uint8Array
  /** "#rrggbb"; left out: ours. */
  readonly accent?: string
}

/** Templates draw on no file: this empty place is all they could read, with what is put there in memory. */
const NOTHING_TO_READ = fileURLToPath(new URL('./no-files', import.meta.url))
const placeOf = (template: string): string => join(NOTHING_TO_READ, `${template}.typ`)
const LOGO = 'logo.png'

/** How many compilations intermediate results are kept for. */
const KEPT_COMPILATIONS = 3

/** A document, and the letters in it that none of our fonts has. */
export type Rendered = { readonly pdf: Uint8Array; readonly missingLetters: readonly string[] }

type Typst = {
  pdf(template: TemplateName, inputs: DocumentInputs): Rendered
  /** One page as a drawing, its letters as outlines: whatever reads it needs none of our fonts. */
  svg(template: TemplateName, inputs: DocumentInputs): string
}

/**
 * Opens a compiler and returns what renders with it. The compiler looks at the fonts of the machine, too;
 * templates call our families by name and allow no others, so that a ticket looks the same on every machine.
 */
export function openTypst(): Typst {
  const compiler = NodeCompiler.create({ workspace: NOTHING_TO_READ, fontArgs: [{ fontPaths: [...FONT_FILES] }] })
  // A template that is sent with each document would be read each time, and kept for good.
  for (const [template, parts] of Object.entries(TEMPLATES)) {
    const source = parts.map(name => readFileSync(new URL(`.//${name}.typ`, import.meta.url), 'utf8'))
    compiler.mapShadow(placeOf(template), Buffer.from(source.join('\n')))
  }
  const evicting = <Made>(made: Made): Made => {
    compiler.evictCache(KEPT_COMPILATIONS)
    return made
  }
  return {
    pdf: (template, inputs) => evicting(renderWith(compiler, template, inputs)),
    svg: (template, inputs) =>
      evicting(compiler.plainSvg(compile(compiler, template, { ...inputs, missingLetters: [] }))),
  }
}

/** How many times a document is set again because letters turned out to be missing. */
const MOST_ATTEMPTS = 3

/**
 * A letter that no font has is a box whose description is the letter, so that screen readers still read it out of the
 * document; the exporter names such letters, and the document is set again with boxes for them.
 */
function renderWith(compiler: NodeCompiler, template: TemplateName, inputs: DocumentInputs): Rendered {
  const missing = new Set<string>()
  for (let attempt = 1; ; attempt++) {
    const document = compile(compiler, template, { ...inputs, missingLetters: [...missing] })
    try {
      const pdf = inputs.eInvoice === undefined ? accessiblePdf(compiler, document) : archivedPdf(compiler, document)
      return { pdf, missingLetters: [...missing] }
    } catch (error) {
      const found = missingLettersOf(String(error))
      if (found.length === 0) throw error
      for (const letters of found) missing.add(letters)
      if (attempt === MOST_ATTEMPTS)
        return { pdf: compiler.pdf(document, { pdfTags: true }), missingLetters: [...missing] }
    }
  }
}

/** The letters that the exporter names, written as its language writes texts. */
export function missingLettersOf(error: string): string[] {
  const named = error.matchAll(/the text `\\?"(.+?)\\?"` could not be displayed/g)
  const letters = Array.from(named, ([, text = '']) =>
    text.replaceAll(/\\+u\{([0-9a-f]+)\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16))),
  )
  return [...new Set(letters)]
}

function compile(
  compiler: NodeCompiler,
  template: TemplateName,
  input: DocumentInputs & Pick<Rendered, 'missingLetters'>,
): NodeTypstDocument {
  const { page, qrText, qrTexts, codeSvg, eInvoice, logo, accent, missingLetters } = input
  if (logo) compiler.mapShadow(join(NOTHING_TO_READ, LOGO), Buffer.from(logo))
  const inputs = {
    page,
    families: JSON.stringify(familiesFor(page)),
    'missing-letters': JSON.stringify(missingLetters),
    ...(qrText !== undefined && { code: qrSvg(qrText) }),
    ...(codeSvg !== undefined && { code: codeSvg }),
    ...(qrTexts && { codes: JSON.stringify(qrTexts.map(qrSvg)) }),
    ...(eInvoice !== undefined && { 'e-invoice': eInvoice }),
    ...(logo && { logo: `/${LOGO}` }),
    ...(accent !== undefined && { accent }),
  }
  const compiled = compiler.compile({ mainFilePath: placeOf(template), inputs })
  if (compiled.result === null) {
    const error = compiled.takeDiagnostics()
    throw new Error(`${template}.typ: ${JSON.stringify(error && compiler.fetchDiagnostics(error))}`)
  }
  return compiled.result
}

/** PDF/UA-1. */
function accessiblePdf(compiler: NodeCompiler, document: NodeTypstDocument): Uint8Array {
  return compiler.pdf(document, { pdfStandard: 'ua-1', pdfTags: true })
}

/**
 * PDF/A-3 with the e-invoice inside. The compiler writes one standard at a time: that the same pages are PDF/UA-1 too is
 * checked by writing them as such, and then said in the file.
 */
function archivedPdf(compiler: NodeCompiler, document: NodeTypstDocument): Uint8Array {
  accessiblePdf(compiler, document)
  return asFacturX(compiler.pdf(document, { pdfStandard: 'a-3a', pdfTags: true }))
}
