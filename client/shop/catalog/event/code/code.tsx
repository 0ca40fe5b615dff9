import type { ReactNode } from 'react'
import { lazyPart } from '#client/frame/early/lazy-part.tsx'
import type { CodeBoxProps } from './code-box.tsx'

export const codeBox = lazyPart<CodeBoxProps>(() => import('./code-box.tsx'))

/** Where a code can be typed in: if there are any, and whenever the address has one. */
export function codeBoxFor({ event, code }: CodeBoxProps): ReactNode {
  const { hasAccessPromotions } = event.promotionsConfiguration
  if (!hasAccessPromotions && !code.applied && !code.problem) return null
  return <codeBox.Component with={{ event, code }} shape={null} />
}
