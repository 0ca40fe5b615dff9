import { fileURLToPath } from 'node:url'

/** A family of letters: the name by which templates call it, and its files below node_modules, regular and bold. */
type Font = { readonly family: string; readonly files: readonly string[] }

/** A font that is asked only by documents in which its script is found. */
type FontOfScript = Font & { readonly script: string; readonly letters: RegExp }

const LATIN: Font = {
  family: 'Noto Sans',
  files: ['@embedpdf/fonts-latin/fonts/NotoSans-Regular.ttf', '@embedpdf/fonts-latin/fonts/NotoSans-Bold.ttf'],
}

/** What a receipt is set in. */
const TILL: Font = expoFont('Noto Sans Mono')

/** What the payment part of a Swiss bill is set in: the letters of Liberation Sans, which the standard names (decision 86). */
const PAYMENT_PART: Font = expoFont('Arimo')

/** In this order; the first that has a letter draws it. */
const OF_SCRIPTS: readonly FontOfScript[] = [
  {
    script: 'Arabic',
    letters: /\p{Script=Arabic}/u,
    family: 'Noto Naskh Arabic',
    files: [
      '@embedpdf/fonts-arabic/fonts/NotoNaskhArabic-Regular.ttf',
      '@embedpdf/fonts-arabic/fonts/NotoNaskhArabic-Bold.ttf',
    ],
  },
  {
    script: 'Hebrew',
    letters: /\p{Script=Hebrew}/u,
    family: 'Noto Sans Hebrew',
    files: [
      '@embedpdf/fonts-hebrew/fonts/NotoSansHebrew-Regular.ttf',
      '@embedpdf/fonts-hebrew/fonts/NotoSansHebrew-Bold.ttf',
    ],
  },
  ofScript('Thai', /\p{Script=Thai}/u),
  ofScript('Armenian', /\p{Script=Armenian}/u),
  ofScript('Georgian', /\p{Script=Georgian}/u),
  ofScript('Bengali', /\p{Script=Bengali}/u),
  ofScript('Ethiopic', /\p{Script=Ethiopic}/u),
  ofScript('Gujarati', /\p{Script=Gujarati}/u),
  ofScript('Gurmukhi', /\p{Script=Gurmukhi}/u),
  ofScript('Kannada', /\p{Script=Kannada}/u),
  ofScript('Khmer', /\p{Script=Khmer}/u),
  ofScript('Lao', /\p{Script=Lao}/u),
  ofScript('Malayalam', /\p{Script=Malayalam}/u),
  ofScript('Myanmar', /\p{Script=Myanmar}/u),
  ofScript('Oriya', /\p{Script=Oriya}/u),
  ofScript('Sinhala', /\p{Script=Sinhala}/u),
  ofScript('Tamil', /\p{Script=Tamil}/u),
  ofScript('Telugu', /\p{Script=Telugu}/u),
  ofScript('Thaana', /\p{Script=Thaana}/u),
  {
    script: 'Han and kana',
    // It has many signs as well: arrows, stars, numbers in circles.
    letters:
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u{2100}-\u{33ff}\u{ff00}-\u{ffef}]/u,
    family: 'Noto Sans S Chinese',
    files: ['@embedpdf/fonts-sc/fonts/NotoSansHans-Regular.otf', '@embedpdf/fonts-sc/fonts/NotoSansHans-Bold.otf'],
  },
  { script: 'Hangul', letters: /\p{Script=Hangul}/u, ...expoFont('NanumGothic', 'nanum-gothic') },
]

/** Signs of no script: other letters have been found before. */
const SIGNS: Font = expoFont('Noto Emoji')

/** Letters of these scripts are in the font of Latin letters. */
const OF_LATIN_FONT = ['Latin', 'Greek', 'Cyrillic', 'Devanagari']

/** The scripts in which every usual letter can be drawn. */
export const SCRIPTS: readonly string[] = [...OF_LATIN_FONT, ...OF_SCRIPTS.map(({ script }) => script)]

/** By file, not by package: the font packages export no paths. */
const NODE_MODULES = new URL('../../../node_modules/', import.meta.url)

/** Every file that letters may be drawn from; of each only the names are read before a document calls its family. */
export const FONT_FILES: readonly string[] = [LATIN, TILL, PAYMENT_PART, ...OF_SCRIPTS, SIGNS]
  .flatMap(({ files }) => files)
  .map(file => fileURLToPath(new URL(file, NODE_MODULES)))

/** The families that a document with this text draws on, the first one first. */
export function familiesFor(text: string): string[] {
  const needed = OF_SCRIPTS.filter(({ letters }) => letters.test(text))
  return [LATIN, ...needed, SIGNS].map(({ family }) => family)
}

function ofScript(script: string, letters: RegExp): FontOfScript {
  return { script, letters, ...expoFont(`Noto Sans ${script}`) }
}

function expoFont(family: string, name = family.toLowerCase().replaceAll(' ', '-')): Font {
  const face = name.replaceAll(/(?:^|-)([a-z])/g, (_, first: string) => first.toUpperCase())
  const folder = `@expo-google-fonts/${name}`
  return {
    family,
    files: [`${folder}/400Regular/${face}_400Regular.ttf`, `${folder}/700Bold/${face}_700Bold.ttf`],
  }
}
