/** The key after the # of a link is taken out of the address at once, so that no one reads it from the screen. */
export function takeKey(): string | undefined {
  const key = location.hash.slice(1)
  if (key === '') return undefined
  history.replaceState(history.state, '', location.pathname)
  return key
}
