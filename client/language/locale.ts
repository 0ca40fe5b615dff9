/**
 * The locale that numbers and dates are written in. English means the day first and 24 hours, as on all our pages;
 * francs are written the Swiss way in the languages of Switzerland.
 */
export function localeFor(language: string, currency?: string): string {
  if (currency === 'CHF' && ['de', 'fr', 'it'].includes(language)) return `${language}-CH`
  return language === 'en' ? 'en-GB' : language
}
