/** On what a door prints a label of each person who comes in: labels by their millimetres, or paper. */
export const LABEL_SIZES = ['62x29', '62x100', 'a6'] as const
export type LabelSize = (typeof LABEL_SIZES)[number]

/** Whether a door prints labels: on which size, and by itself or when it is pressed. */
export type DoorLabels = { readonly size: LabelSize; readonly isAutomatic: boolean }

/** The size of the letters of a name on a label, as a share of the largest: long names and long words are smaller. Letters of Han are wide. */
export function sizeOfName(name: string): number {
  const width = (text: string) => Array.from(text).reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0)
  const longest = Math.max(...name.split(/\s+/).map(width))
  const scale = Math.min(
    LETTERS_OF_A_LINE / Math.max(longest, 1),
    Math.sqrt(LETTERS_OF_A_LABEL / Math.max(width(name), 1)),
    1,
  )
  return Math.max(Math.round(scale * 100) / 100, SMALLEST)
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const LETTERS_OF_A_LINE = 10
const LETTERS_OF_A_LABEL = 20
const SMALLEST = 0.3
