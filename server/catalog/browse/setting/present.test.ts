import { describe, expect, test } from 'vitest'
import { presentAnalytics, presentCustomCss } from './present.ts'
import { settingsOf } from '#server/foundation/setting/settings.ts'

const settingsWith = (stated: Readonly<Record<string, string>>) =>
  settingsOf(
    Object.entries(stated).map(([key, value]) => ({ key, value, level: 'system', ownerId: null })),
    new Map(),
  )

const css = (text: string) => presentCustomCss(settingsWith({ EVENT_CUSTOM_CSS: text }))

describe("the organiser's style sheet", () => {
  test.each([
    'a { content: "</style><script>alert(1)</script>" }',
    'a::after { content: "</StYlE >" } ',
    '<!-- a { color: red } -->',
    '</style\n>',
    '<style>a{}</style>',
  ])('%j stays inside its element', text => {
    expect(css(text)).not.toMatch(/<\/|<!|<style/i)
  })

  test('means the same afterwards', () => {
    expect(css('a::after { content: "</b>" }')).toBe('a::after { content: "\\3c /b>" }')
    expect(css('@media (400px < width <= 60rem) { a > b { color: red } }')).toBe(
      '@media (400px < width <= 60rem) { a > b { color: red } }',
    )
  })

  test('is null where there is none', () => {
    expect(css('  ')).toBeNull()
  })
})

describe('where the shop may be shown', () => {
  const origins = (text: string) => settingsWith({ EMBED_ALLOWED_ORIGINS: text }).list('EMBED_ALLOWED_ORIGINS')

  test('is a list of sites, by commas or lines', () => {
    expect(origins('https://a.example, http://localhost:8080\nhttps://*.b.example')).toEqual([
      'https://a.example',
      'http://localhost:8080',
      'https://*.b.example',
    ])
  })

  test.each([
    '*',
    "'self'",
    'https:',
    'a.example',
    "https://a.example; script-src 'unsafe-inline'",
    'https://a.example/x',
  ])('is nowhere when an entry is %j', entry => {
    expect(origins(`https://good.example\n${entry}`)).toEqual([])
  })
})

test('visits are not counted unless there is a key, and visitors are not recognised unless wanted', () => {
  expect(presentAnalytics(settingsWith({}))).toEqual({
    googleAnalyticsKey: null,
    googleAnalyticsScrambledInfo: true,
    clientId: null,
  })
  const recognising = settingsWith({ GOOGLE_ANALYTICS_KEY: 'G-TEST1', GOOGLE_ANALYTICS_ANONYMOUS_MODE: 'false' })
  expect(presentAnalytics(recognising)).toMatchObject({
    googleAnalyticsKey: 'G-TEST1',
    googleAnalyticsScrambledInfo: false,
  })
})
