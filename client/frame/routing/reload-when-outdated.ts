import { rememberHere, rememberedHere } from '../storage/browser-storage.ts'

const KEY = 'foyer.reloaded-for'

/**
 * After an update of the shop, bundles that an open page still names are gone. The page is loaded again then, once for
 * each address, so that a bundle which is really missing can't make it go round in circles. A bundle that is missing
 * because the network is, is no reason: instead of the page with all that was typed there would be none at all.
 */
export function reloadWhenOutdated(): void {
  addEventListener('vite:preloadError', () => void reloadOnce())
}

async function reloadOnce(): Promise<void> {
  if (rememberedHere(KEY) === location.href || !(await isShopThere())) return
  rememberHere(KEY, location.href)
  location.reload()
}

async function isShopThere(): Promise<boolean> {
  try {
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}
