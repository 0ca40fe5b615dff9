import { Value } from 'typebox/value'
import { LabelLayout } from '#contract/door-device.ts'
import type { OfferedEvent } from '#server/catalog/catalog.ts'

/** The label layout that the organiser has written down; undefined where there is none, or none that can be read. */
export function labelLayout({ settings }: OfferedEvent): LabelLayout | undefined {
  const text = settings.text('LABEL_LAYOUT')
  const layout = text === null ? undefined : parsed(text)
  return Value.Check(LabelLayout, layout) ? layout : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
