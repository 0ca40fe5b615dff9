/** What people call a place, and how to find it. */
export type PlaceParts = { readonly name: string; readonly address: readonly string[] }

/** Organisers write a place in one line or several; its first part is the name. */
export function placeParts(location: string | null): PlaceParts {
  const [name = '', ...address] = (location ?? '')
    .split(/[\n,]/)
    .map(part => part.trim())
    .filter(part => part !== '')
  return { name, address }
}

/** The address of a map of a place, at OpenStreetMap. */
export const openMapOf = ({ name, address }: PlaceParts): string =>
  `https://www.openstreetmap.org/search?query=${encodeURIComponent([name, ...address].join(', '))}`
