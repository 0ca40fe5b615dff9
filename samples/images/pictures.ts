import {
  brick,
  disc,
  dusk,
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
import { passPictures } from './pass-pictures.ts'

const alpine = [
  ground(peach),
  disc(116, 32, 15, rust),
  shape('M0 70 24 46l14 12 26-34 22 26 12-12 30 30 32 8v24H0Z', '#cf9a7c'),
  shape('M0 76 34 42l22 24 30-42 40 48 14-12 20 20v22H0Z', slate),
  shape('M86 24 96 36l-6 5-5-3-6 4Z', sand),
  shape('M34 42 42 51l-5 3-4-2-6 3Z', sand),
  rect(0, 80, 160, 20, '#52727a'),
  each(
    [
      [92, 83, 48],
      [100, 86.5, 32],
      [97, 90, 38],
      [108, 94, 16],
    ] as const,
    ([x, y, width]) => rect(x, y, width, 1.3, peach, 'rx=".6"'),
  ),
  shape('M0 82c18-7 34-8 50-3 10 3 18 3 26 3H0Z', ink),
  shape('M0 100V92c22-5 44-3 60 2 8 3 16 4 24 6Z', ink),
  line('M22 81V71', ink, 1),
  shape('m22 64 4.500 13h-9Z', ink),
  shape('m31 67 4 11h-8Z', ink),
  shape('m13 68 4 11H9Z', ink),
].join('')

const letters = [
  ground(sand),
  rect(0, 78, 160, 22, '#e9cdaa'),
  shape('M112 0h4v15h-4Z', ink),
  shape('M98 29a16 16 0 0 1 32 0Z', brick),
  disc(114, 29, 4.5, mustard),
  shape('M99 31h30l22 47H77Z', '#fff3d6', 'opacity=".75"'),
  `<circle cx="40" cy="58" r="15" fill="none" stroke="${ink}" stroke-width="10"/>`,
  rect(50, 38, 10, 40, ink),
  shape(
    'M82 40h10v6c3-4 7-6.500 12-6.500 9 0 14 6 14 15.500v23h-10V57c0-5-2.500-8-7-8-5.500 0-9 4-9 9.500V78H82Z',
    rust,
  ),
  disc(131, 72.5, 5.5, ink),
  rect(18, 78, 46, 4, '#c79c6d'),
  rect(78, 78, 44, 4, '#c79c6d'),
  rect(124, 78, 15, 4, '#c79c6d'),
  line('M0 36h160', '#dcb98f', 0.4, 'stroke-dasharray="1 2.500"'),
  line('M0 78h160', '#b98a58', 0.5),
].join('')

const logs = [
  ground(night),
  rect(14, 10, 40, 46, dusk),
  each(
    [
      [26, 20],
      [44, 28],
      [20, 38],
      [38, 16],
      [46, 46],
    ] as const,
    ([x, y]) => disc(x, y, 0.7, sand),
  ),
  disc(41, 36, 6, sand),
  disc(38.5, 34.5, 5.5, dusk),
  rect(33, 10, 1.6, 46, ink),
  rect(14, 32, 40, 1.6, ink),
  rect(0, 82, 160, 18, '#7a3b25'),
  rect(0, 82, 160, 2, '#95492e'),
  rect(64, 24, 74, 48, ink, 'rx="3"'),
  rect(67, 27, 68, 42, '#24404a', 'rx="1.500"'),
  rect(96, 72, 10, 8, ink),
  rect(86, 79.5, 30, 2.5, ink, 'rx="1"'),
  each(
    [
      [34, mist],
      [22, mist],
      [48, mist],
      [40, rust],
      [28, mist],
      [44, mist],
      [18, mustard],
      [36, mist],
    ] as const,
    ([width, fill], index) => rect(72, 31 + index * 4.6, width, 2, fill, 'rx="1"'),
  ),
  `<circle cx="105" cy="46" r="12" fill="#f6e3cc" fill-opacity=".16" stroke="${mustard}" stroke-width="3"/>`,
  line('m114 55 11 12', mustard, 4.5),
  shape('M22 82V70h12v12Z', rust),
  `<path d="M34 73h3.500v5H34" fill="none" stroke="${rust}" stroke-width="1.800"/>`,
  line('M26 66c-2-2.500 2-4 0-7M30.500 66c-2-2.500 2-4 0-7', mist, 0.9),
].join('')

const atlas = [
  ground('#dfe7dc'),
  shape('M18 22 50 13v66l-32 9Z', sand),
  shape('M50 13 82 22v66l-32-9Z', '#ead2b0'),
  shape('M82 22l32-9v66l-32 9Z', sand),
  shape('M114 13l32 9v66l-32-9Z', '#ead2b0'),
  shape('M18 62c14-2 20-12 32-13v30l-32 9Z', mist),
  shape('M50 49c12-1 20 10 32 9v30l-32-9Z', '#86a39c'),
  shape('M114 13l32 9v25c-10 2-14-6-22-8-6-2-8-3-10-2Z', '#cf9a7c'),
  shape('M82 22l32-9v24c-9 4-12 13-20 12-6-1-9-6-12-6Z', '#dfae8c'),
  line('M26 72c10-2 12-16 24-20s18 12 32 8 16-22 32-24c8-1 12 4 18 4', brick, 1.7, 'stroke-dasharray=".1 3.600"'),
  disc(26, 72, 2.6, brick),
  shape('M132 44c-7-8-9.500-12-9.500-16.500a9.500 9.500 0 0 1 19 0C141.500 32 139 36 132 44Z', rust),
  disc(132, 27.5, 3.6, sand),
  line('M58 30h16M58 34.500h11', '#b98a58', 1),
  line('M90 66h15M90 70.500h9', '#b98a58', 1),
  line('M25 31h12M25 35.500h17', '#b98a58', 1),
].join('')

const plate = (x: number, y: number, food: string) =>
  disc(x, y, 8, sand) +
  disc(x, y, 5.6, '#fff8ea') +
  disc(x - 1, y + 0.5, 2.8, food) +
  disc(x + 1.8, y - 1.2, 1.5, mustard)

const supper = [
  ground(brick),
  each(
    [0, 1, 2, 3, 4, 5],
    index =>
      rect(17 + index * 22.5, 8, 14, 12, '#7c2413', 'rx="5"') +
      rect(17 + index * 22.5, 80, 14, 12, '#7c2413', 'rx="5"'),
  ),
  rect(8, 17, 144, 66, '#c98d5a', 'rx="7"'),
  rect(8, 47.5, 144, 5, '#b67a49'),
  each([0, 1, 2, 3, 4, 5], index =>
    plate(24 + index * 22.5, 30, [teal, rust, '#7b9a55', teal, rust, '#7b9a55'][index] ?? teal),
  ),
  each([0, 1, 2, 3, 4], index => plate(24 + index * 22.5, 70, ['#7b9a55', teal, rust, '#7b9a55', teal][index] ?? teal)),
  `<circle cx="136.500" cy="70" r="7.200" fill="none" stroke="${sand}" stroke-width="1.600" stroke-dasharray="2.400 2"/>`,
  each([34, 80, 126], x => disc(x, 50, 4.5, '#ffe2a3') + disc(x, 50, 2.2, mustard)),
  each(
    [52, 104],
    x => disc(x, 50, 5, '#56703c') + disc(x + 2.5, 48.5, 3.4, '#7b9a55') + disc(x - 2, 51.5, 2.6, '#7b9a55'),
  ),
].join('')

const arch = (x: number, fill: string) => shape(`M${x} 74V38a14 14 0 0 1 28 0v36Z`, fill)
const candle = (x: number, height: number) =>
  disc(x, 74 - height, 9, mustard, 'opacity=".22"') +
  rect(x - 2.2, 78 - height, 4.4, height + 8, sand, 'rx="1"') +
  shape(
    `M${x} ${66 - height}c3.600 4.500 3.800 7 3.200 8.600a3.400 3.400 0 0 1-6.400 0c-.6-1.600-.4-4.100 3.200-8.600Z`,
    mustard,
  ) +
  shape(
    `M${x} ${70.5 - height}c1.800 2.300 1.900 3.600 1.500 4.500a1.700 1.700 0 0 1-3 0c-.4-.9-.3-2.200 1.500-4.500Z`,
    '#fff3d6',
  )

const candles = [
  ground('#2a1d2b'),
  each([12, 48, 84, 120], x => arch(x, '#44304a')),
  each([16, 52, 88, 124], x => shape(`M${x} 74V40a10 10 0 0 1 20 0v34Z`, '#5c3f56')),
  each([26, 62, 98, 134], x => rect(x - 0.5, 30, 1, 44, '#44304a') + rect(x - 10, 50, 20, 1, '#44304a')),
  rect(0, 74, 160, 26, '#1b121d'),
  rect(0, 74, 160, 1.5, '#6d4a5c'),
  each(
    [
      [14, 10],
      [27, 18],
      [39, 6],
      [53, 22],
      [66, 12],
      [80, 26],
      [94, 14],
      [107, 20],
      [121, 8],
      [134, 18],
      [147, 12],
    ] as const,
    ([x, height]) => candle(x, height),
  ),
  rect(0, 84, 160, 16, '#1b121d'),
].join('')

const boat = (x: number, y: number, hull: string) =>
  shape(`M${x} ${y}h26l-4 6H${x + 4}Z`, hull) +
  rect(x + 12.5, y - 17, 1, 17, sand) +
  shape(`M${x + 14.5} ${y - 16}l9 13h-9Z`, sand) +
  shape(`M${x + 11.5} ${y - 13}l-7 10h7Z`, peach)

const harbour = [
  ground('#24395a'),
  disc(136, 18, 7, sand),
  each(
    [
      [12, 12],
      [30, 24],
      [110, 10],
      [150, 38],
      [22, 40],
      [98, 30],
      [8, 30],
    ] as const,
    ([x, y]) => disc(x, y, 0.6, sand),
  ),
  shape('M0 58c20-12 38-10 54-4 18 6 36-8 58-8 20 0 34 8 48 6v16H0Z', night),
  rect(0, 64, 160, 36, '#35577a'),
  each(
    [
      [6, 69, 30],
      [70, 68, 18],
      [118, 70, 30],
      [24, 76, 14],
      [128, 80, 22],
      [4, 88, 26],
      [86, 92, 40],
    ] as const,
    ([x, y, width]) => rect(x, y, width, 1, '#5d81a0', 'rx=".5"'),
  ),
  shape('M139 79.500 90 18 40 54Z', '#ffe9b8', 'opacity=".22"'),
  rect(36, 18, 54, 36, ink, 'rx="1"'),
  rect(38, 20, 50, 32, sand),
  rect(42, 54, 2.5, 14, ink),
  rect(82, 54, 2.5, 14, ink),
  disc(63, 36, 10, rust),
  shape('M38 52V44c8-5 13-4 20 0s14 5 30-4v12Z', teal),
  boat(16, 80, brick),
  boat(62, 76, mustard),
  rect(134, 82, 26, 18, ink),
  rect(138, 76, 12, 7, ink, 'rx="1"'),
  disc(139, 79.5, 2.4, '#ffe9b8'),
].join('')

const rivers = [
  ground('#f2d3a2'),
  disc(80, 40, 19, rust),
  shape('M0 60c26-16 50-14 80-4s54 6 80-8v52H0Z', '#7b9a55'),
  shape('M0 70c30-8 52-6 80 0s54 2 80-6v36H0Z', '#5f8050'),
  each(
    [
      ['M-4 77C26 72 52 80 80 94', 6],
      ['M164 75C132 72 108 80 80 94', 6],
      ['M47 57c1 11 12 16 24 30', 3.6],
      ['M112 66c-2 8-14 12-22 22', 3.6],
      ['M80.500 96c1 3 1.500 5 1.500 10', 10],
    ] as const,
    ([d, width]) => line(d, '#6fa3ad', width),
  ),
  line('M0 14c26 14 54 14 80 6s54-10 80-2', ink, 0.7),
  each(
    [
      [10, 18.5, brick],
      [26, 23.3, mustard],
      [43, 25, teal],
      [60, 23.8, rust],
      [77, 20.8, ink],
      [95, 16.6, brick],
      [113, 13.8, mustard],
      [131, 13.3, teal],
      [148, 15.6, brick],
    ] as const,
    ([x, y, fill]) => shape(`M${x - 5} ${y}h10l-5 9.500Z`, fill),
  ),
  shape('M20 62l9-12 9 12v9H20Z', sand),
  shape('M18 63l11-15 11 15Z', brick),
  rect(26, 64, 6, 7, ink),
  shape('M122 58l8-11 8 11v9h-16Z', sand),
  shape('M120 59l10-14 10 14Z', slate),
  rect(127.5, 60, 5, 7, ink),
].join('')

/** The drawings by file name. */
const projector = [
  ground(night),
  shape('M44 50 104 14v62Z', mustard, 'opacity=".22"'),
  shape('M44 50 104 26v38Z', mustard, 'opacity=".3"'),
  rect(104, 12, 48, 66, sand),
  rect(104, 52, 48, 26, teal),
  disc(128, 52, 13, rust),
  rect(104, 52, 48, 26, '#52727a'),
  each(
    [
      [116, 56, 24],
      [120, 60, 16],
      [123, 64, 10],
    ] as const,
    ([x, y, width]) => rect(x, y, width, 1.4, peach, 'rx=".7"'),
  ),
  each([22, 46], x => disc(x, 32, 12, dusk) + disc(x, 32, 9, slate) + disc(x, 32, 2.2, mist)),
  each(
    [
      [22, 26],
      [17, 35],
      [27, 35],
      [46, 26],
      [41, 35],
      [51, 35],
    ] as const,
    ([x, y]) => disc(x, y, 2, night),
  ),
  rect(14, 43, 32, 18, brick, 'rx="2"'),
  rect(44, 46.5, 8, 8, mist, 'rx="1"'),
  disc(22, 52, 4, mustard),
  line('M20 61 13 92M40 61l7 31M30 61v31', ink, 2.4),
  rect(0, 92, 160, 8, ink),
].join('')

export const pictures: Readonly<Record<string, string>> = {
  'alpine-systems-days': alpine,
  'type-evening': letters,
  'reading-logs': logs,
  'open-atlas': atlas,
  'twelve-at-the-table': supper,
  'candlelight-concert': candles,
  'harbour-film-nights': harbour,
  'four-rivers': rivers,
  'behind-the-screen': projector,
  ...passPictures,
}
