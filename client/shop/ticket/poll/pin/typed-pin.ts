import { withoutGaps } from '#domain/foundation/text/without-gaps.ts'

/** A PIN as it is sent: in capitals, without the blanks and dashes that people put between its characters. */
export const typedPin = (typed: string): string => withoutGaps(typed).toUpperCase()
