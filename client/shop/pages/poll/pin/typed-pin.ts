/** A PIN as it is sent: in capitals, without the blanks and dashes that people put between its characters. */
export const typedPin = (typed: string): string => typed.replace(/[\s\u002d\u2010-\u2015]+/g, '').toUpperCase()
