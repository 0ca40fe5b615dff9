import { REFERENCE, type Row, nameOf } from './rows.ts'

/** Rows of section 6 that come with a later step, by the step; each says by which rows it is recognised. */
const STEPS: Readonly<Record<string, (row: Row) => boolean>> = {
  Extensions: ({ when }) => /\bextension\b/.test(when),
}

/** Step to the names of its rows. */
export const servedLater: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(STEPS).map(([step, isOfStep]) => [step, REFERENCE.filter(isOfStep).map(nameOf)]),
)
