import { AxisBottom, AxisLeft } from '@visx/axis'
import { useParentSize } from '@visx/responsive'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar, LinePath } from '@visx/shape'
import type { ReactNode } from 'react'
import { useLanguage } from '#client/language/language-context.ts'
import css from './chart.module.css'

const HEIGHT = 220
const EDGE = { left: 40, bottom: 26, top: 10, right: 6 }

type FrameProps = {
  /** What the chart shows, in a sentence: for those who do not see it. */
  readonly words: string
  /** The same figures as a table. */
  readonly table: ReactNode
  readonly tableName: string
  readonly children: (width: number) => ReactNode
}

/** A picture of figures, with its words, and its table below. */
function ChartFrame({ words, table, tableName, children }: FrameProps) {
  const { parentRef, width } = useParentSize({ initialSize: { width: 0, height: HEIGHT }, debounceTime: 0 })
  return (
    <figure className={css.chart}>
      <div ref={parentRef} className={css.picture} dir="ltr">
        {width > 0 && (
          <svg width={width} height={HEIGHT} role="img" aria-label={words}>
            {children(width)}
          </svg>
        )}
      </div>
      <figcaption>
        <p className="unseen">{words}</p>
        <details>
          <summary>{tableName}</summary>
          {table}
        </details>
      </figcaption>
    </figure>
  )
}

export type ChartBar = { readonly key: string; readonly label: string; readonly value: number }

type BarsProps = Omit<FrameProps, 'children'> & { readonly bars: readonly ChartBar[] }

/** Counts beside each other, in the order they have. */
export function BarChart({ bars, ...frame }: BarsProps) {
  return (
    <ChartFrame {...frame}>
      {width => {
        const gap = bars.length > 40 ? 0.1 : bars.length > FEW ? 0.25 : 0.6
        const x = scaleBand({
          domain: bars.map(({ key }) => key),
          range: [EDGE.left, width - EDGE.right],
          paddingInner: gap,
          paddingOuter: gap / 2,
        })
        const most = Math.max(1, ...bars.map(({ value }) => value))
        const y = scaleLinear({ domain: [0, most], range: [HEIGHT - EDGE.bottom, EDGE.top], nice: true })
        const labels = new Map(bars.map(({ key, label }) => [key, label]))
        return (
          <>
            <CountAxis y={y} most={most} />
            {bars.map(({ key, value }) => (
              <Bar
                key={key}
                className={css.bar ?? ''}
                x={x(key) ?? 0}
                y={y(value)}
                width={Math.max(1, x.bandwidth())}
                height={Math.max(0, HEIGHT - EDGE.bottom - y(value))}
              />
            ))}
            <AxisBottom
              scale={x}
              top={HEIGHT - EDGE.bottom}
              hideTicks
              axisLineClassName={css.rule ?? ''}
              tickValues={someOf(bars, width).map(({ key }) => key)}
              tickFormat={key => labels.get(String(key)) ?? ''}
              tickLabelProps={bars.length > FEW ? labelProps : { className: css.label ?? '', textAnchor: 'middle' }}
            />
          </>
        )
      }}
    </ChartFrame>
  )
}

/** So many bars are so wide that each name has its room below its own. */
const FEW = 8

/** Below its mark; the last one ends at the edge of the picture. */
const labelProps = (_: unknown, index: number, all: readonly unknown[]) => ({
  className: css.label ?? '',
  textAnchor: index === all.length - 1 && index > 0 ? ('end' as const) : ('middle' as const),
})

/** As many labels as there is room for, the first one among them. */
function someOf(bars: readonly ChartBar[], width: number): readonly ChartBar[] {
  const room = Math.max(2, Math.floor((width - EDGE.left) / 80))
  const every = Math.ceil(bars.length / room)
  return bars.filter((_, index) => index % every === 0)
}

export type ChartLine = {
  readonly key: string
  /** Another one to compare with is dashed. */
  readonly isDashed: boolean
  /** The x of a point is how long before the end it is. */
  readonly points: readonly { readonly before: number; readonly value: number }[]
}

type LinesProps = Omit<FrameProps, 'children'> & {
  readonly lines: readonly ChartLine[]
  readonly labelOf: (before: number) => string
}

/** Growing sums over the same time before an end. */
export function LineChart({ lines, labelOf, ...frame }: LinesProps) {
  const all = lines.flatMap(({ points }) => points)
  const most = Math.max(1, ...all.map(({ value }) => value))
  const longest = Math.max(1, ...all.map(({ before }) => before))
  return (
    <ChartFrame {...frame}>
      {width => {
        const x = scaleLinear({ domain: [longest, 0], range: [EDGE.left, width - EDGE.right - 8] })
        const y = scaleLinear({ domain: [0, most], range: [HEIGHT - EDGE.bottom, EDGE.top], nice: true })
        return (
          <>
            <CountAxis y={y} most={most} />
            {lines.map(({ key, isDashed, points }) => (
              <LinePath
                key={key}
                className={css.line ?? ''}
                data-dashed={isDashed || undefined}
                data={[...points]}
                x={({ before }) => x(before)}
                y={({ value }) => y(value)}
              />
            ))}
            <AxisBottom
              scale={x}
              top={HEIGHT - EDGE.bottom}
              hideTicks
              numTicks={Math.max(2, Math.floor(width / 130))}
              axisLineClassName={css.rule ?? ''}
              tickFormat={before => labelOf(Number(before))}
              tickLabelProps={labelProps}
            />
          </>
        )
      }}
    </ChartFrame>
  )
}

type CountScale = ReturnType<typeof scaleLinear<number>>

/** Whole numbers at the left. */
function CountAxis({ y, most }: { readonly y: CountScale; readonly most: number }) {
  const { language } = useLanguage()
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 0 })
  return (
    <AxisLeft
      scale={y}
      left={EDGE.left}
      hideTicks
      hideAxisLine
      tickValues={y.ticks(Math.min(4, most)).filter(Number.isInteger)}
      tickFormat={value => numbers.format(Number(value))}
      tickLabelProps={{ className: css.label ?? '', textAnchor: 'end', dx: -4, dy: 4 }}
    />
  )
}
