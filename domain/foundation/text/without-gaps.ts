/** A code or PIN without the blanks and dashes that people put between its characters. */
export const withoutGaps = (typed: string): string => typed.replaceAll(/[\s\u002d\u2010-\u2015]+/g, '')
