import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import {
  MatchContext,
  Navigate,
  Outlet,
  StaticRouter,
  hrefOf,
  useLocation,
  useParams,
  useSearchParams,
} from './router.tsx'

test.each([
  ['/events-all', '/events-all'],
  ['/events-all?tags=a#top', '/events-all?tags=a#top'],
  [{ pathname: '/events-all' }, '/events-all'],
  [{ pathname: '/events-all', search: 'tags=a' }, '/events-all?tags=a'],
  [{ pathname: '/events-all', search: '?tags=a', hash: '#top' }, '/events-all?tags=a#top'],
  [{ pathname: '/events-all', search: '', hash: '' }, '/events-all'],
  [{ pathname: '/events-all', search: '?', hash: '#' }, '/events-all'],
])('a link to %j has the address %s', (to, href) => expect(hrefOf(to)).toBe(href))

test.each(['//evil.example/a', '\\\\evil.example/a', '/\\evil.example/a', '///evil.example/a'])(
  'no link leaves the shop: %s',
  path => {
    for (const to of [path, { pathname: path, search: '?b' }]) {
      expect(new URL(hrefOf(to), 'https://shop.example').host).toBe('shop.example')
    }
  },
)

function Shown() {
  const { pathname, search, hash, state, key } = useLocation()
  const [query] = useSearchParams()
  return JSON.stringify({ pathname, search, hash, state, key, tags: query.getAll('tags'), params: useParams() })
}

const shownAt = (url: string): unknown =>
  JSON.parse(
    renderToString(
      <StaticRouter url={url}>
        <MatchContext value={{ params: { shortName: 'a' }, page: <Shown /> }}>
          <Outlet />
        </MatchContext>
      </StaticRouter>,
    )
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&'),
  )

test('the server draws a page within its frame, at the address of the request', () => {
  const entry = { hash: '', state: null, key: 'default', params: { shortName: 'a' } }
  expect(shownAt('/event/a')).toEqual({ pathname: '/event/a', search: '', tags: [], ...entry })
  expect(shownAt('/e?tags=a&tags=b?')).toEqual({
    pathname: '/e',
    search: '?tags=a&tags=b?',
    tags: ['a', 'b?'],
    ...entry,
  })
})

test('the server draws nothing for an address that leads on', () => {
  expect(renderToString(<StaticRouter url="/" children={<Navigate to="/events-all" replace />} />)).toBe('')
})

test('a page outside a router is a fault of ours', () => {
  expect(() => renderToString(<Shown />)).toThrow('outside a router')
})
