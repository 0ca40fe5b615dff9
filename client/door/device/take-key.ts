/**
 * The key after the # of a link is taken out of the address at once, so that no one reads it from the screen. Another
 * link that is opened where the page is open already loads the page anew.
 */
export function takeKey(): string | undefined {
  addEventListener('hashchange', () => location.hash !== '' && location.reload())
  const key = location.hash.slice(1)
  if (key === '') return undefined
  history.replaceState(history.state, '', location.pathname)
  return key
}
