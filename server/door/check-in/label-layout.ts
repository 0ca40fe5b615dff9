import { Value } from 'typebox/value'
import { LabelLayout } from '#contract/door-device.ts'
import type { OfferedEvent } from '#server/catalog/catalog/catalog.ts'

/**
 * The label layout that the organiser has written down, with its lists of rows; undefined where there is none, none that can
 * be read, or no printing.
 */
export function labelLayout({ settings }: Pick<OfferedEvent, 'settings'>): LabelLayout | undefined {
  const text = settings.flag('LABEL_PRINTING_ENABLED') ? settings.text('LABEL_LAYOUT') : null
  const layout = text === null ? undefined : parsed(text)
  return Value.Check(LabelLayout, layout) ? withRows(layout) : undefined
}

/** Does the label show the short number by which a ticket is found? */
export const printsPin = (offer: Pick<OfferedEvent, 'settings'>): boolean =>
  labelLayout(offer)?.general?.printPartialID === true

function withRows({ content, ...layout }: LabelLayout): LabelLayout {
  return content === undefined ? layout : { ...layout, content: { thirdRow: [], additionalRows: [], ...content } }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
