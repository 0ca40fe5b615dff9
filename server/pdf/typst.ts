import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type NodeTypstDocument, NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { qrSvg } from './qr-code.ts'
import { asFacturX } from './factur-x-metadata.ts'

/** Which templates there are, and of which files beside this one each is made, in this order. */
const TEMPLATES = {
  ticket: ['shared', 'sheet', 'ticket'],
  pass: ['shared', 'sheet', 'pass'],
  billing: ['shared', 'billing'],
} as const

export type TemplateName = keyof typeof TEMPLATES

/**
 * What a document shows: its data as JSON, the text of a QR code, the XML that an e-invoice carries, and the
 * picture of the event or pass. Templates read all of it as data, never as source.
 */
export type DocumentInputs = {
  readonly page: string
  readonly qrText?: string
  readonly eInvoice?: string
  readonly logo?: Uint8Array
}

/** Every letter is drawn from these files alone, so that a ticket looks the same on every machine. */
const FONTS = [
  '@embedpdf/fonts-latin/fonts/NotoSans-Regular.ttf',
  '@embedpdf/fonts-latin/fonts/NotoSans-Bold.ttf',
  '@embedpdf/fonts-arabic/fonts/NotoNaskhArabic-Regular.ttf',
  '@embedpdf/fonts-arabic/fonts/NotoNaskhArabic-Bold.ttf',
  '@embedpdf/fonts-hebrew/fonts/NotoSansHebrew-Regular.ttf',
  '@embedpdf/fonts-hebrew/fonts/NotoSansHebrew-Bold.ttf',
  '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
  '@expo-google-fonts/noto-sans-thai/700Bold/NotoSansThai_700Bold.ttf',
  '@expo-google-fonts/noto-sans-armenian/400Regular/NotoSansArmenian_400Regular.ttf',
  '@expo-google-fonts/noto-sans-armenian/700Bold/NotoSansArmenian_700Bold.ttf',
  '@expo-google-fonts/noto-sans-georgian/400Regular/NotoSansGeorgian_400Regular.ttf',
  '@expo-google-fonts/noto-sans-georgian/700Bold/NotoSansGeorgian_700Bold.ttf',
  '@embedpdf/fonts-sc/fonts/NotoSansHans-Regular.otf',
  '@embedpdf/fonts-sc/fonts/NotoSansHans-Bold.otf',
  '@expo-google-fonts/nanum-gothic/400Regular/NanumGothic_400Regular.ttf',
  '@expo-google-fonts/nanum-gothic/700Bold/NanumGothic_700Bold.ttf',
  '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
]

/** By file, not by package: the font packages export no paths. */
const NODE_MODULES = new URL('../../node_modules/', import.meta.url)

/** A template that draws on no file: an empty place is all it could read, and the picture that is put there for it. */
const NOTHING_TO_READ = fileURLToPath(new URL('./no-files', import.meta.url))
const LOGO = 'logo.png'

/** How many compilations intermediate results are kept for. */
const KEPT_COMPILATIONS = 3

/** Opens a compiler and returns the function that renders with it. Fonts are read when a letter first needs them. */
export function openTypst(): (template: TemplateName, inputs: DocumentInputs) => Uint8Array {
  const fontPaths = FONTS.map(path => fileURLToPath(new URL(path, NODE_MODULES)))
  const compiler = NodeCompiler.create({ workspace: NOTHING_TO_READ, fontArgs: [{ fontPaths }] })
  return (template, inputs) => {
    const document = compile(compiler, template, inputs)
    const pdf = inputs.eInvoice === undefined ? accessiblePdf(compiler, document) : archivedPdf(compiler, document)
    compiler.evictCache(KEPT_COMPILATIONS)
    return pdf
  }
}

function compile(
  compiler: NodeCompiler,
  template: TemplateName,
  { page, qrText, eInvoice, logo }: DocumentInputs,
): NodeTypstDocument {
  if (logo) compiler.mapShadow(join(NOTHING_TO_READ, LOGO), Buffer.from(logo))
  const source = TEMPLATES[template].map(name => readFileSync(new URL(`./${name}.typ`, import.meta.url), 'utf8'))
  const inputs = {
    page,
    ...(qrText !== undefined && { code: qrSvg(qrText) }),
    ...(eInvoice !== undefined && { 'e-invoice': eInvoice }),
    ...(logo && { logo: `/${LOGO}` }),
  }
  const compiled = compiler.compile({ mainFileContent: source.join('\n'), inputs })
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

/**
 * PDF/A-3 with the e-invoice inside. The compiler writes one standard at a time: that the same pages are PDF/UA-1 too is
 * checked by writing them as such, and then said in the file. Letters that no font has leave it neither (see above).
 */
function archivedPdf(compiler: NodeCompiler, document: NodeTypstDocument): Uint8Array {
  try {
    compiler.pdf(document, { pdfStandard: 'ua-1', pdfTags: true })
    return asFacturX(compiler.pdf(document, { pdfStandard: 'a-3a', pdfTags: true }))
  } catch (error) {
    if (!String(error).includes('could not be displayed')) throw error
    return compiler.pdf(document, { pdfTags: true })
  }
}
