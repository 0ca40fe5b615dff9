/**
 * Says in a PDF/A-3 file what the compiler can't: that it is a Factur-X invoice and PDF/UA-1. The file stays as it is; the
 * two objects that change, the metadata and the catalog, are written once more behind it, as PDF's own way of saving
 * changes has it (ISO 32000-1, 7.5.6).
 */
export function asFacturX(pdf: Uint8Array): Uint8Array {
  const text = Buffer.from(pdf).toString('latin1')
  const catalog = objectIn(text, part(text, /\/Root (\d+) 0 R/))
  const metadata = objectIn(text, part(catalog.body, /\/Metadata (\d+) 0 R/))
  return appended(pdf, text, [
    { number: metadata.number, body: withClaims(metadata.body) },
    { number: catalog.number, body: withTitleShown(catalog.body) },
  ])
}

type PdfObject = { readonly number: number; readonly body: string }

function objectIn(text: string, number: string): PdfObject {
  const start = text.indexOf(`\n${number} 0 obj`) + 1
  const end = text.indexOf('endobj', start)
  if (start === 0 || end < 0) throw new Error(`no object ${number} in the PDF`)
  return { number: Number(number), body: text.slice(start + `${number} 0 obj`.length, end).trim() }
}

function part(text: string, pattern: RegExp): string {
  const found = text.match(new RegExp(pattern, 'g'))?.at(-1)?.match(pattern)?.[1]
  if (found === undefined) throw new Error(`the PDF has no ${pattern}`)
  return found
}

const UA = 'http://www.aiim.org/pdfua/ns/id/'
const FX = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

const CLAIMS = `<rdf:Description rdf:about="" xmlns:pdfuaid="${UA}"><pdfuaid:part>1</pdfuaid:part></rdf:Description>
<rdf:Description rdf:about="" xmlns:fx="${FX}"><fx:DocumentType>INVOICE</fx:DocumentType>
<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName><fx:Version>1.0</fx:Version>
<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel></rdf:Description>`

/** PDF/A wants every property described that is not its own. */
const DESCRIBED = [
  schemaOf('PDF/UA identification', UA, 'pdfuaid', { part: ['Integer', 'internal', 'Part of PDF/UA'] }),
  schemaOf('Factur-X', FX, 'fx', {
    DocumentFileName: ['Text', 'external', 'Name of the embedded invoice'],
    DocumentType: ['Text', 'external', 'What the embedded file is'],
    Version: ['Text', 'external', 'Version of Factur-X'],
    ConformanceLevel: ['Text', 'external', 'Profile of Factur-X'],
  }),
].join('')

function schemaOf(
  name: string,
  namespace: string,
  prefix: string,
  properties: Readonly<Record<string, readonly [type: string, category: string, description: string]>>,
): string {
  const described = Object.entries(properties).map(
    ([property, [type, category, description]]) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:category>${category}</pdfaProperty:category>` +
      `<pdfaProperty:description>${description}</pdfaProperty:description><pdfaProperty:name>${property}</pdfaProperty:name>` +
      `<pdfaProperty:valueType>${type}</pdfaProperty:valueType></rdf:li>`,
  )
  return (
    `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>${name}</pdfaSchema:schema>` +
    `<pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI><pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>` +
    `<pdfaSchema:property><rdf:Seq>${described.join('')}</rdf:Seq></pdfaSchema:property></rdf:li>`
  )
}

function withClaims(metadata: string): string {
  const [, packet] = /stream\r?\n([^]*?)\r?\nendstream/.exec(metadata) ?? []
  if (packet === undefined) throw new Error('the metadata of the PDF is not plain text')
  const xmp = replaced(
    replaced(packet, '<pdfaExtension:schemas><rdf:Bag>', `<pdfaExtension:schemas><rdf:Bag>${DESCRIBED}`),
    '</rdf:RDF>',
    `${CLAIMS}</rdf:RDF>`,
  )
  return `<<\n  /Length ${xmp.length}\n  /Type /Metadata\n  /Subtype /XML\n>>\nstream\n${xmp}\nendstream`
}

/** PDF/UA-1 wants the title in the window, not the name of the file. */
function withTitleShown(catalog: string): string {
  return replaced(catalog, '/ViewerPreferences <<', '/ViewerPreferences <<\n    /DisplayDocTitle true')
}

function replaced(text: string, what: string, by: string): string {
  if (!text.includes(what)) throw new Error(`the PDF has no ${what}`)
  return text.replace(what, () => by)
}

function appended(pdf: Uint8Array, text: string, objects: readonly PdfObject[]): Uint8Array {
  let added = '\n'
  const entries = objects.map(({ number, body }) => {
    const offset = pdf.length + added.length
    added += `${number} 0 obj\n${body}\nendobj\n`
    return `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const trailer = part(text, /trailer\s*<<([^]*?)>>\s*startxref/)
  const before = part(text, /startxref\s+(\d+)/)
  const at = pdf.length + added.length
  added += `xref\n${entries.join('')}trailer\n<<${trailer}  /Prev ${before}\n>>\nstartxref\n${at}\n%%EOF\n`
  return Buffer.concat([pdf, Buffer.from(added, 'latin1')])
}
