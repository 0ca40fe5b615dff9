const KEY = 'foyer.reloaded-for'

/**
 * After an update of the shop, bundles that an open page still names are gone. The page is loaded again then, once for
 * each address, so that a bundle which is really missing can't make it go round in circles.
 */
export function reloadWhenOutdated(): void {
  addEventListener('vite:preloadError', event => {
    if (sessionStorage.getItem(KEY) === location.href) return
    sessionStorage.setItem(KEY, location.href)
    event.preventDefault()
    location.reload()
  })
}
