import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type NodeTypstDocument, NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { qrSvg } from '../qr-code.ts'

/** Which templates there are; each is a file `<name>.typ` beside this one. */
export type TemplateName = 'ticket'

/** What a document shows: its data as JSON, and the text of its QR code. Templates read it as data, never as source. */
export type DocumentInputs = { readonly page: string; readonly qrText: string }

/** Every letter is drawn from these files alone, so that a ticket looks the same on every machine. */
const FONTS = [
  '@embedpdf/fonts-latin/fonts/NotoSans-Regular.ttf',
  '@embedpdf/fonts-latin/fonts/NotoSans-Bold.ttf',
  '@embedpdf/fonts-arabic/fonts/NotoNaskhArabic-Regular.ttf',
  '@embedpdf/fonts-arabic/fonts/NotoNaskhArabic-Bold.ttf',
  '@embedpdf/fonts-hebrew/fonts/NotoSansHebrew-Regular.ttf',
  '@embedpdf/fonts-hebrew/fonts/NotoSansHebrew-Bold.ttf',
  '@embedpdf/fonts-sc/fonts/NotoSansHans-Regular.otf',
  '@embedpdf/fonts-sc/fonts/NotoSansHans-Bold.otf',
  '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
]

/** By file, not by package: the font packages export no paths. */
const NODE_MODULES = new URL('../../../node_modules/', import.meta.url)

/** A template that draws on no file: an empty place is all it could read. */
const NOTHING_TO_READ = fileURLToPath(new URL('./no-files', import.meta.url))

/** How many compilations intermediate results are kept for. */
const KEPT_COMPILATIONS = 3

/** Opens a compiler and returns the function that renders with it. Fonts are read when a letter first needs them. */
export function openTypst(): (template: TemplateName, inputs: DocumentInputs) => Uint8Array {
  const fontPaths = FONTS.map(path => fileURLToPath(new URL(path, NODE_MODULES)))
  const compiler = NodeCompiler.create({ workspace: NOTHING_TO_READ, fontArgs: [{ fontPaths }] })
  return (template, inputs) => {
    const document = compile(compiler, template, inputs)
    const pdf = accessiblePdf(compiler, document)
    compiler.evictCache(KEPT_COMPILATIONS)
    return pdf
  }
}

function compile(compiler: NodeCompiler, template: TemplateName, { page, qrText }: DocumentInputs): NodeTypstDocument {
  const source = readFileSync(new URL(`./${template}.typ`, import.meta.url), 'utf8')
  const compiled = compiler.compile({ mainFileContent: source, inputs: { page, code: qrSvg(qrText) } })
  if (compiled.result === null) {
    const error = compiled.takeDiagnostics()
    throw new Error(`${template}.typ: ${JSON.stringify(error && compiler.fetchDiagnostics(error))}`)
  }
  return compiled.result
}

/**
 * PDF/UA-1; but a name in a script that none of our fonts has would be refused there, and whoever bears it gets a
 * ticket all the same: tagged, with boxes for those letters and the letters themselves for whoever copies or hears the
 * text.
 */
function accessiblePdf(compiler: NodeCompiler, document: NodeTypstDocument): Uint8Array {
  try {
    return compiler.pdf(document, { pdfStandard: 'ua-1', pdfTags: true })
  } catch (error) {
    if (!String(error).includes('could not be displayed')) throw error
    return compiler.pdf(document, { pdfTags: true })
  }
}
