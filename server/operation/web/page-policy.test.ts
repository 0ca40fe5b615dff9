import { expect, test } from 'vitest'
import { pagePolicy } from './page-policy.ts'

const NO_SERVICES = {
  analyticsConfiguration: { googleAnalyticsKey: null, googleAnalyticsScrambledInfo: true, clientId: null },
  robotCheckWidgets: { turnstile: null, recaptcha: null },
}
const ALONE = { allowedOrigins: [], messageOrigin: '' }

const DRAWN = { nonce: 'drawn', url: '/' }

const ITSELF = { frames: [], connections: [] }

const directive = (policy: string, name: string) => policy.split('; ').find(part => part.startsWith(`${name} `))

test('a page talks to no other site and is shown by no other site, unless that is configured', () => {
  const policy = pagePolicy(NO_SERVICES, ALONE, ITSELF, DRAWN)
  expect(policy).not.toMatch(/https:\/\//)
  expect(directive(policy, 'default-src')).toBe("default-src 'self'")
  expect(directive(policy, 'connect-src')).toBeUndefined()
  expect(directive(policy, 'style-src-elem')).toBe("style-src-elem 'self' 'nonce-drawn'")
  expect(directive(policy, 'frame-ancestors')).toBe("frame-ancestors 'none'")
})

test('counting visits opens the way to those who count, and no other', () => {
  const analyticsConfiguration = { ...NO_SERVICES.analyticsConfiguration, googleAnalyticsKey: 'G-TEST1' }
  const policy = pagePolicy({ ...NO_SERVICES, analyticsConfiguration }, ALONE, ITSELF, DRAWN)
  expect(directive(policy, 'connect-src')).toMatch(/^connect-src 'self' https:\/\/www\.googletagmanager\.com /)
  expect(directive(policy, 'frame-src')).toBeUndefined()
  expect(directive(policy, 'frame-ancestors')).toBe("frame-ancestors 'none'")
})

test("another's robot check may show its frame and its style", () => {
  const turnstile = { siteKey: 'x', script: 'https://check.example/v0/api.js?render=explicit' }
  const policy = pagePolicy({ ...NO_SERVICES, robotCheckWidgets: { turnstile, recaptcha: null } }, ALONE, ITSELF, DRAWN)
  expect(directive(policy, 'frame-src')).toBe("frame-src 'self' https://check.example")
  expect(directive(policy, 'connect-src')).toBe("connect-src 'self' https://check.example")
  expect(directive(policy, 'style-src-elem')).toBe("style-src-elem 'self' 'unsafe-inline'")
})

test('exactly the sites that are named may show the page', () => {
  const policy = pagePolicy(
    NO_SERVICES,
    { ...ALONE, allowedOrigins: ['https://a.example', 'https://*.b.example'] },
    ITSELF,
    DRAWN,
  )
  expect(directive(policy, 'frame-ancestors')).toBe('frame-ancestors https://a.example https://*.b.example')
})

test('who takes the payment may show frames and be asked there, and nothing else changes', () => {
  const guests = { frames: ['https://js.pay.example'], connections: ['https://api.pay.example'] }
  const [alone, paying] = [ITSELF, guests].map(pays => pagePolicy(NO_SERVICES, ALONE, pays, DRAWN).split('; '))
  expect(paying?.filter(part => !alone?.includes(part))).toEqual([
    "connect-src 'self' https://api.pay.example",
    "frame-src 'self' https://js.pay.example",
  ])
  expect(alone?.filter(part => !paying?.includes(part))).toEqual([])
})

test('the form of a waiting room alone may lead to another site: to that of the call', () => {
  const url = '/event/stars/ticket/1/check-in/2/waiting-room'
  const forms = (at: string) => directive(pagePolicy(NO_SERVICES, ALONE, ITSELF, { ...DRAWN, url: at }), 'form-action')
  expect([url, `${url}?lang=en`].map(forms)).toEqual(Array(2).fill("form-action 'self' https: http:"))
  expect(forms(`/?x=${url}`)).toBe("form-action 'self'")
})

test('a page where people choose pictures may show them before they are sent, and no other page may', () => {
  const pictures = (page: object) => directive(pagePolicy(NO_SERVICES, ALONE, ITSELF, { ...DRAWN, ...page }), 'img-src')
  expect(pictures({})).toBe("img-src 'self' data: https:")
  expect(pictures({ showsChosenFiles: true })).toBe("img-src 'self' data: https: blob:")
})
