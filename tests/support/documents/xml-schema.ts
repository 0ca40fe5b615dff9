import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'

/** What published schemas say of XML. */

xmlRegisterFsInputProviders()

/** Factur-X 1.07.3, profile EN 16931. */
export const FACTUR_X = openSchema('factur-x/Factur-X_1.07.3_EN16931.xsd')

/**
 * FatturaPA 1.2.1, without the signature that only its own standard describes, and with the parts of N2 that 1.2.2 has
 * put in its place: all that differs in what we write.
 */
export const FATTURA_PA = openSchema('fattura-pa/Schema_1.2.1.xsd', text =>
  text
    .replace(/<xs:import [^>]*xmldsig[^>]*>/, '')
    .replace(/<xs:element ref="ds:Signature"[^>]*>/, '')
    .replace('<xs:enumeration value="N2">', '<xs:enumeration value="N2.1"/><xs:enumeration value="N2.2"/>$&'),
)

/** Every fault that a schema finds; none: the text is valid. */
export function faultsBySchema(xml: string, schema: XsdValidator): string[] {
  const document = XmlDocument.fromString(xml)
  try {
    schema.validate(document)
    return []
  } catch (error) {
    return String(error instanceof Error ? error.message : error).split('\n')
  } finally {
    document.dispose()
  }
}

/** Kept open for all tests of a file. */
function openSchema(path: string, changed: (text: string) => string = text => text): XsdValidator {
  return schemaAt(fileURLToPath(new URL(`schemas/${path}`, import.meta.url)), changed)
}

/** The schema in a file, with those that it imports. */
export function schemaAt(file: string, changed: (text: string) => string = text => text): XsdValidator {
  return XsdValidator.fromDoc(XmlDocument.fromString(changed(readFileSync(file, 'utf8')), { url: file }))
}
