import css from './brand-mark.module.css'

/** The ways to pay that people know by a mark: its word and colour, drawn here. */
const BRANDS = {
  paypal: { word: 'PayPal', ground: '#003087' },
  ideal: { word: 'iDEAL', ground: '#b6005f' },
  bancontact: { word: 'Bancontact', ground: '#005498' },
  ing: { word: 'ING', ground: '#b84700' },
  belfius: { word: 'Belfius', ground: '#b00040' },
  przelewy24: { word: 'P24', ground: '#b3202b' },
  applePay: { word: 'Pay', ground: '#000000' },
  kbc: { word: 'KBC', ground: '#00567a' },
} as const

export type BrandName = keyof typeof BRANDS

/** For the eyes alone: the name beside it says it all. */
export function BrandMark({ name }: { readonly name: BrandName }) {
  const { word, ground } = BRANDS[name]
  return (
    <svg className={css.brand} viewBox="0 0 44 28" aria-hidden="true" focusable="false">
      <rect width="44" height="28" rx="5" fill={ground} />
      <text
        x="22"
        y="18"
        fill="#ffffff"
        fontSize={word.length > 7 ? 9 : 11}
        fontWeight="800"
        textAnchor="middle"
        textLength={word.length > 5 ? 36 : undefined}
        lengthAdjust="spacingAndGlyphs"
      >
        {word}
      </text>
    </svg>
  )
}
