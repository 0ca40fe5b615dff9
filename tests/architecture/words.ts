/**
 * Words that say less than the field's own (CONTRIBUTING, "Plain words"), in identifiers, comments, test titles and documents.
 * Each with what finds it; texts for buyers are not searched.
 */
export const POOR_WORDS = {
  told: /\btold\b/gi,
  tells: /\btells?\b/gi,
  heard: /\b(?:heard|hears?)\b/gi,
  looked: /\blooked\b/gi,
  'asked of': /\basked of\b/gi,
  wish: /\bwish(?:es|ed)?\b/gi,
  doubt: /\bdoubts?\b/gi,
  goodwill: /\bgoodwill\b/gi,
  whoever: /\bwhoever\b/gi,
  somebody: /\bsomebody\b/gi,
  nobody: /\bnobody\b/gi,
  forget: /\b(?:forgets?|forgot(?:ten)?|forgetting)\b/gi,
  'give back': /\b(?:give|gives|gave|given|giving)(?: \w+){0,2} back\b/gi,
  'bring along': /\b(?:bring|brings|brought|bringing)(?: \w+)* along\b/gi,
  stand: /\b(?:stands?(?!-in)|stood|standing)\b/gi,
  'speak of': /\b(?:speak|speaks|spoke|spoken|speaking) of\b/gi,
  shelf: /\bshel(?:f|ves)\b/gi,
  peace: /\bpeace\b/gi,
  alive: /\balive\b/gi,
  'an identifier with Told, Known, Asked, Wanted, Begun, Given, Looked or Doubt':
    /\b\w*(?:[a-z](?:Told|Known|Asked|Wanted|Begun|Given|Looked|Doubt)|\b(?:told|asked|wanted|begun|given|looked)(?=[A-Z]))\w*/g,
} as const satisfies Readonly<Record<string, RegExp>>

export type PoorWord = keyof typeof POOR_WORDS

const WORDS = Object.keys(POOR_WORDS) as PoorWord[]

/** How often each of the words is in these texts. */
export function countPoorWords(texts: readonly string[]): Record<PoorWord, number> {
  const count = (word: PoorWord): number =>
    texts.reduce((sum, text) => sum + (text.match(POOR_WORDS[word])?.length ?? 0), 0)
  return Object.fromEntries(WORDS.map(word => [word, count(word)])) as Record<PoorWord, number>
}
