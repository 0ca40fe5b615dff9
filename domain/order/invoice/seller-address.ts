/** The organiser's address in parts, as far as they can be recognised. */
export type AddressParts = {
  readonly street: readonly string[]
  readonly zip: string | null
  readonly city: string | null
}

/**
 * Finds code and town in an address that was written line by line: "6900 Lugano", "CH-6900 Lugano", "10115 Berlin",
 * "37121 Verona VR". What comes before is the street; what comes after, the country, is stated elsewhere.
 */
export function addressParts(lines: readonly string[]): AddressParts {
  const at = lines.findLastIndex(line => TOWN.test(line))
  const parts = TOWN.exec(lines[at] ?? '')
  if (!parts) return { street: lines, zip: null, city: null }
  const [, zip = null, city = null] = parts
  return { street: lines.slice(0, at), zip, city }
}

/** The country in front is left out; what looks like a street number has its word before it. */
const TOWN = /^(?:[A-Z]{1,3}[- ])?(\d{3,6}(?: ?[A-Z]{2})?)\s+(\D.*)$/

/** Of a VAT number with its country in front: "CHE-123.456.788" is CH, "EL 094…" is EL. Null when it has none. */
export function countryOfNumber(vatNumber: string): string | null {
  return /^([A-Z]{2})[A-Z]?[\s-]?\d/.exec(vatNumber.trim().toUpperCase())?.[1] ?? null
}
