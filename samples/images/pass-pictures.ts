import {
  brick,
  disc,
  each,
  ground,
  ink,
  line,
  mist,
  mustard,
  night,
  peach,
  rect,
  rust,
  sand,
  shape,
  slate,
  teal,
} from './drawing.ts'

const card = (fill: string, inner: string) =>
  rect(29, 21, 106, 64, ink, 'rx="6" opacity=".25" transform="rotate(-4 80 50)"') +
  `<g transform="rotate(-4 80 50)">${rect(27, 18, 106, 64, fill, 'rx="6"')}${inner}</g>`

const tenPunches = [
  ground(mist),
  each([0, 1, 2, 3], index =>
    line(`M-5 ${12 + index * 26}q14 -8 28 0t28 0 28 0 28 0 28 0 28 0`, teal, 2.2, 'opacity=".55"'),
  ),
  card(
    sand,
    rect(27, 18, 106, 15, rust, 'rx="6"') +
      rect(27, 27, 106, 6, rust) +
      each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], index =>
        disc(41 + (index % 5) * 19.5, 46 + Math.floor(index / 5) * 20, 6.4, index < 3 ? teal : peach),
      ),
  ),
].join('')

const clubCard = [
  ground(night),
  each(
    [
      [16, 14],
      [40, 8],
      [70, 12],
      [118, 7],
      [146, 18],
      [10, 44],
      [150, 62],
    ] as const,
    ([x, y]) => disc(x, y, 0.9, sand),
  ),
  card(
    brick,
    rect(27, 18, 14, 64, ink, 'rx="6"') +
      each([0, 1, 2, 3, 4, 5], index => rect(31, 22 + index * 9.6, 6, 5, sand, 'rx="1"')) +
      disc(88, 47, 19, mustard) +
      disc(88, 47, 4, brick) +
      each([0, 1, 2, 3, 4], index => {
        const angle = (index * 2 * Math.PI) / 5 - Math.PI / 2
        return disc(Math.round(88 + 11 * Math.cos(angle)), Math.round(47 + 11 * Math.sin(angle)), 4, brick)
      }) +
      line('M50 75h58', sand, 2),
  ),
].join('')

const friends = [
  ground(peach),
  card(
    '#fff8ea',
    each(
      [
        [38, rust],
        [70, slate],
        [102, teal],
      ] as const,
      ([x, fill]) => rect(x, 30, 24, 32, fill, 'rx="2"'),
    ) +
      shape('M44 57 50 35l6 22h-3.400l-1.200-4.500h-3L47.200 57Z', sand) +
      shape('M76 35h8c5 0 5 10 1 10.500 5 .5 5 11.500-1 11.500h-8Z', sand) +
      line('M119 39a7.500 8.500 0 1 0 0 14', sand, 4) +
      line('M38 71h88', mustard, 2.4),
  ),
].join('')

const chair = [
  ground(brick),
  rect(0, 72, 160, 28, '#7c2413'),
  rect(92, 46, 80, 7, '#c98d5a', 'rx="2"'),
  rect(142, 53, 6, 40, '#b67a49'),
  disc(122, 42, 10, sand),
  disc(122, 42, 7, '#fff8ea'),
  rect(45, 14, 6, 80, '#c98d5a', 'rx="2"'),
  rect(75, 54, 5, 40, '#c98d5a', 'rx="2"'),
  rect(45, 52, 36, 6, '#e0a873', 'rx="2"'),
  rect(45, 18, 6, 30, '#e0a873'),
  shape('M51 20h9v28h-9Z', mustard, 'opacity=".8"'),
  rect(46, 60, 34, 3, '#7c2413', 'opacity=".5"'),
].join('')

const blankSheet = [
  ground(slate),
  shape('M30 20 80 13v66l-50 8Z', sand),
  shape('M80 13l50 8v66l-50-8Z', '#ead2b0'),
  line('M30 42l50-7 50 7M30 64l50-7 50 7M55 16.500v66M105 17v66', '#dcb98f', 0.7, 'stroke-dasharray="1.500 2.500"'),
  disc(80, 47, 12, slate, 'opacity=".12"'),
  `<circle cx="80" cy="47" r="12" fill="none" stroke="${rust}" stroke-width="1.600"/>`,
  line('M80 47v-8M80 47l6 4', rust, 1.8),
].join('')

export const passPictures: Readonly<Record<string, string>> = {
  'ten-by-the-rivers': tenPunches,
  'year-at-the-harbour': clubCard,
  'friends-of-letters': friends,
  'chair-at-the-table': chair,
  'atlas-season': blankSheet,
}
