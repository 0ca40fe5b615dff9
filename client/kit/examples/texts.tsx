import type { Example, Examples } from '../example.ts'
import { Money, Price, Share } from '../price/price.tsx'
import { Badge, Day } from '../mark/mark.tsx'
import { datesIn } from '#domain/foundation/language/dates.ts'
import { Html, RichText, asPlainText } from '../rich-text/rich-text.tsx'

const moneyExamples: readonly Example[] = [
  { name: 'francs', element: <Money amount="120.00" currency="CHF" /> },
  { name: 'euros', element: <Money amount="1234.50" currency="EUR" /> },
  { name: 'yen', element: <Money amount="2500" currency="JPY" /> },
  { name: 'nothing', element: <Money amount="0.00" currency="CHF" /> },
  { name: 'nothing, in a sum', element: <Money amount="0" currency="CHF" inDigits /> },
]

const priceExamples: readonly Example[] = [
  {
    name: 'with its tax',
    element: (
      <Price amount="120.00" currency="CHF">
        incl. 8.1% VAT
      </Price>
    ),
  },
  { name: 'lowered', element: <Price amount="108.00" currency="CHF" before="120.00" /> },
  { name: 'lowered to nothing', element: <Price amount="0.00" currency="CHF" before="20.00" /> },
  { name: 'a share', element: <Share figure="2.5%" /> },
]

const badgeExamples: readonly Example[] = [
  { name: 'plain', element: <Badge>Online</Badge> },
  { name: 'warn', element: <Badge tone="warn">9 left</Badge> },
  { name: 'good', element: <Badge tone="good">Paid</Badge> },
  { name: 'accent', element: <Badge tone="accent">New</Badge> },
]

const MAY_15 = Date.UTC(2027, 4, 15, 7)

const dayExamples: readonly Example[] = [
  { name: 'large', element: <Day parts={datesIn('en', 'Europe/Zurich').tile(MAY_15, MAY_15)} /> },
  { name: 'small', element: <Day parts={datesIn('en', 'Europe/Zurich').tile(MAY_15, MAY_15)} size="small" /> },
  {
    name: 'several days',
    element: <Day parts={datesIn('en', 'Europe/Zurich').tile(MAY_15, MAY_15 + 18 * 86_400_000)} />,
  },
  { name: 'in German', element: <Day parts={datesIn('de', 'Europe/Zurich').tile(MAY_15, MAY_15)} /> },
]

const TEXT =
  '<p>An evening of <strong>music</strong>, with <a href="/">something to read</a>.</p><ul><li>First half</li><li>Second half</li></ul><blockquote><p>Not to be missed.</p></blockquote>'

const htmlExamples: readonly Example[] = [
  { name: 'description', element: <Html html={TEXT} /> },
  { name: 'compact', element: <Html html={TEXT} compact /> },
]

const richTextExamples: readonly Example[] = [
  {
    name: 'emphasis and link',
    element: (
      <p>
        <RichText html='Sent to <strong>ada@example.org</strong>. <a href="/">Home</a>' />
      </p>
    ),
  },
  {
    name: 'an argument stays text, and nothing runs',
    element: (
      <p>
        <RichText html={`Order <strong>${asPlainText('<b>7F3A</b>')}</strong><script>alert(1)</script>`} />
      </p>
    ),
  },
]

/** By the name of the part. */
export const examples: Examples = {
  money: moneyExamples,
  price: priceExamples,
  badge: badgeExamples,
  day: dayExamples,
  html: htmlExamples,
  'rich-text': richTextExamples,
}
