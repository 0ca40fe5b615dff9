import type { ReactNode } from 'react'

/** One state of a kit component, for the gallery, the screenshots and the accessibility check. */
export type Example = {
  readonly name: string
  readonly element: ReactNode
  /** Needs the width of a page. */
  readonly wide?: boolean
}
