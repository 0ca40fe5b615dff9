import type { ReactNode } from 'react'

/** One state of a kit component, for the gallery, the screenshots and the accessibility check. */
export type Example = {
  readonly name: string
  readonly element: ReactNode
  /** Needs the width of a page. */
  readonly wide?: boolean
}

/** The states of several components, by the name that the gallery shows above them. */
export type Examples = Readonly<Record<string, readonly Example[]>>
