/** Where a visitor who gave no address goes on. */
export const HOME = '/'

/**
 * The path to go on at after a sign-in: one of this shop, or home. Only the path of an address counts, so that no link
 * of ours leads to another site. No address that signs in itself counts, but that of an order, which then leads on.
 */
export function pathToReturnTo(asked: string | undefined): string {
  if (asked === undefined || !/^\/(?![/\\])/.test(asked) || asked.length > LONGEST_PATH) return HOME
  const { origin, pathname } = new URL(asked, NOWHERE)
  const isPage = !NOT_A_PAGE.test(pathname) || SIGN_IN_FOR_ORDER.test(pathname)
  const isOurs = origin === NOWHERE && !pathname.startsWith('//') && isPage
  return isOurs ? pathname : HOME
}

const LONGEST_PATH = 1000
const NOWHERE = 'https://nowhere.invalid'
const SIGN_IN_FOR_ORDER = /^\/openid\/(event|subscription)\/[^/]+\/reservation\/[^/]+$/
const NOT_A_PAGE = /^\/(openid|api|admin|assets|file)(\/|$)/
