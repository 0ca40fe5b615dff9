import { signInPath } from '#contract/paths.ts'

type Going = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A browser with cookies, for what happens by navigation: it follows nothing by itself. */
export function aBrowser(url: string) {
  const cookies = new Map<string, Map<string, string>>()

  const jarOf = (at: URL): Map<string, string> => {
    const ofHost = cookies.get(at.host) ?? new Map<string, string>()
    cookies.set(at.host, ofHost)
    return ofHost
  }

  async function go(address: string | URL, { headers, ...init }: Going = {}): Promise<Response> {
    const at = new URL(address, url)
    const jar = jarOf(at)
    const sent = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(at, {
      redirect: 'manual',
      ...init,
      headers: { accept: 'text/html', ...(sent !== '' && { cookie: sent }), ...headers },
    })
    for (const cookie of response.headers.getSetCookie()) keep(jar, cookie)
    return response
  }

  return { go, cookies: (): ReadonlyMap<string, string> => jarOf(new URL(url)) }
}

export type TestBrowser = ReturnType<typeof aBrowser>

function keep(jar: Map<string, string>, cookie: string): void {
  const [pair = '', ...attributes] = cookie.split(';')
  const [name = '', ...value] = pair.split('=')
  const isGone = attributes.some(attribute => /max-age=0|expires=thu, 01 jan 1970/i.test(attribute.trim()))
  if (isGone || value.join('=') === '') jar.delete(name.trim())
  else jar.set(name.trim(), value.join('='))
}

/**
 * From the shop to the provider and through it, up to the address that it sends the browser back to. The shop listens elsewhere than
 * it says, so that address is taken to where it listens.
 */
export async function toCallback(browser: TestBrowser, start: string = signInPath): Promise<string> {
  let response = await browser.go(start)
  for (let hop = 0; hop < 8; hop += 1) {
    const location = response.headers.get('location')
    if (location === null) throw new Error(`no way on: ${response.status} ${await response.text()}`)
    const target = new URL(location, response.url)
    if (target.pathname.startsWith('/openid/callback')) return target.pathname + target.search
    response = await browser.go(target)
  }
  throw new Error('the provider led nowhere')
}

/** The whole of a sign-in; where it leads. */
export async function signInAs(browser: TestBrowser, start?: string): Promise<string | undefined> {
  const response = await browser.go(await toCallback(browser, start))
  return /http-equiv="refresh" content="0; url=([^"]*)"/.exec(await response.text())?.[1]
}
