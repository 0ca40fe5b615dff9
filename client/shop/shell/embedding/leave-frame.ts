/**
 * Links to other sites leave the frame, as they would be too small in it or refuse to be framed: in place of the page
 * around, or beside it while tickets are held, which would be lost otherwise. The shop's own links stay inside.
 */
export function sendLinksOut(page: Document): () => void {
  const onClick = ({ target }: MouseEvent) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link && !link.target && leadsAway(link)) link.target = holdsTickets(page) ? '_blank' : '_top'
  }
  page.addEventListener('click', onClick, { capture: true })
  return () => page.removeEventListener('click', onClick, { capture: true })
}

const leadsAway = ({ protocol, host }: HTMLAnchorElement): boolean =>
  /^https?:$/.test(protocol) && host !== location.host

const holdsTickets = ({ location: { pathname } }: Document): boolean => /\/reservation\//.test(pathname)
