const MAX_SLUG_LENGTH = 80

/** A short name fit for an address: letters, digits, dashes and underscores, beginning with a letter or digit. */
export const isSlug = (text: string): boolean =>
  text.length <= MAX_SLUG_LENGTH && /^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(text)

/** Makes a short name out of a title: "Jazz à Vevey 2027" is "jazz-a-vevey-2027"; "event" when nothing remains. */
export function slugOf(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_LENGTH - 4)
    .replace(/^-+|-+$/g, '')
  return plain === '' ? 'event' : plain
}

/** The first of slug, slug-2, slug-3... that is not taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? slug : `${slug}-${number}`
    if (!taken.has(candidate)) return candidate
  }
}
