import { TicketsShape } from '../../event-shape.tsx'
import { lazyPart } from '#client/frame/early/lazy-part.tsx'
import type { ExtrasProps } from './extras-props.ts'
import css from '../../offer-page.module.css'

export const extrasPart = lazyPart<ExtrasProps>(() => import('./extras-part.tsx'))

/** The extras, where there are any. */
export function Extras(props: ExtrasProps) {
  if (props.extras.length === 0) return null
  return <extrasPart.Component with={props} shape={<TicketsShape />} className={css.part} />
}
