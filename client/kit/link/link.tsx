import type { ComponentProps, MouseEvent } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router'

export type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  readonly to: To
  /** Kept with the entry in the history. */
  readonly state?: unknown
}

/**
 * A link inside the shop: the page changes without a load. In place of react-router's, which includes what its
 * framework fetches in advance.
 */
export function Link({ to, state, onClick, ...rest }: LinkProps) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { state })
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!event.defaultPrevented) follow(event)
  }
  return <a {...rest} href={useHref(to)} onClick={press} />
}
