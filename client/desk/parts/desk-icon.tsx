/** Drawn with strokes on 24 by 24; what the shop has no use for. */
const SHAPES = {
  home: 'M4 11 12 4l8 7v9h-5.5v-6h-5v6H4z',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8 3v5M16 3v5',
  money: 'M3.500 6.500h17v11h-17zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5M6.500 9.500v5M17.500 9.500v5',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6.500 9c.8-4 3.300-6 6.500-6s5.700 2 6.500 6M16 4.500a3.300 3.300 0 0 1 0 6.200M18 14.500c1.800.8 3 2.700 3.500 5.500',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500v5M9 14.500v5',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm4.700 11.200L20 20',
  plus: 'M12 5v14M5 12h14',
  up: 'M6 15l6-6 6 6',
  down: 'M6 9l6 6 6-6',
  close: 'M6 6l12 12M18 6 6 18',
  order: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9.500 8h5M9.500 12h5',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
} as const

export type DeskIconName = keyof typeof SHAPES

/** A small drawing beside a word; it says nothing by itself. */
export function DeskIcon({ name, size = '1.15rem' }: { readonly name: DeskIconName; readonly size?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
      style={{ inlineSize: size, blockSize: size, flex: 'none' }}
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 3.5 : 2}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={SHAPES[name]} />
    </svg>
  )
}
