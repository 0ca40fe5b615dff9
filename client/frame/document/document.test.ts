import { describe, expect, test } from 'vitest'
import { NONCE, scriptSafeJson } from './page-state.ts'
import { documentOf } from './document.ts'
import { headElements, plainText } from './head.ts'
import { escapeHtml } from '#domain/foundation/text/text.ts'

const NASTY = '</script><script>alert("1")</script><!-- & \u2028'

describe('what is written into a document', () => {
  test('JSON in a script can not leave it, and reads back as it was', () => {
    const json = scriptSafeJson({ title: NASTY })
    expect(json).not.toMatch(/[<>&\u2028]/)
    expect(JSON.parse(json)).toEqual({ title: NASTY })
  })

  test('text in an element or attribute can not leave it', () => {
    expect(escapeHtml(`<a b="c" d='e'>&`)).toBe('&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;')
  })

  test('a description is words only, cut between two of them', () => {
    expect(plainText('<p>Talks &amp; <b>workshops</b></p>\n<p>all day</p>', 100)).toBe('Talks & workshops all day')
    expect(plainText('one two three four', 12)).toBe('one two…')
  })
})

describe('the head', () => {
  const head = {
    title: NASTY,
    description: 'Words',
    siteName: 'Four Houses',
    canonicalPath: '/event/demo',
    language: 'en',
    baseUrl: 'https://shop.example',
    languages: [
      { locale: 'en', displayLanguage: 'English' },
      { locale: 'de', displayLanguage: 'Deutsch' },
    ],
    isLanguageRequested: false,
    image: undefined,
    feeds: [],
    jsonLd: { name: NASTY },
  } as const

  test('escapes everything and gives each script the nonce', () => {
    const html = headElements(head)
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html).toContain(`<script type="application/ld+json" nonce="${NONCE}">`)
  })

  test('names the page in each of its languages', () => {
    expect(headElements(head)).toContain(
      '<link rel="alternate" hreflang="de" href="https://shop.example/event/demo?lang=de">',
    )
    expect(headElements({ ...head, languages: [] })).not.toContain('alternate')
  })

  test('a page asked for in a language is its own original, so that search engines keep each of them', () => {
    const canonicalOf = (html: string) => /rel="canonical" href="([^"]*)"/.exec(html)?.[1]
    expect(canonicalOf(headElements(head))).toBe('https://shop.example/event/demo')
    expect(canonicalOf(headElements({ ...head, language: 'de', isLanguageRequested: true }))).toBe(
      'https://shop.example/event/demo?lang=de',
    )
  })

  test('previews a link with words, language and picture', () => {
    const image = { url: 'https://shop.example/file/a"b', text: 'Demo' }
    expect(previewOf(headElements({ ...head, image }))).toEqual({
      site_name: 'Four Houses',
      type: 'website',
      title: escapeHtml(NASTY),
      description: 'Words',
      url: 'https://shop.example/event/demo',
      locale: 'en_US',
      'locale:alternate': 'de_DE',
      image: 'https://shop.example/file/a&quot;b',
      'image:alt': 'Demo',
    })
  })

  test('states the size and the type of a picture that is drawn', () => {
    const size = { width: 1200, height: 630, type: 'image/png' }
    const image = { url: 'https://shop.example/share/event/demo/en.0.png', text: 'Demo', size }
    expect(previewOf(headElements({ ...head, image }))).toMatchObject({
      'image:type': 'image/png',
      'image:width': '1200',
      'image:height': '630',
    })
  })

  test('links to the same content for calendars and feed readers', () => {
    const feeds = [{ type: 'text/calendar', title: 'Subscribe', href: '/feed/events.ics?lang=en' }]
    expect(headElements({ ...head, feeds })).toContain(
      '<link rel="alternate" type="text/calendar" title="Subscribe" href="https://shop.example/feed/events.ics?lang=en">',
    )
  })

  test('of a page without an address of its own keeps search engines away', () => {
    expect(headElements({ ...head, canonicalPath: undefined })).toContain('<meta name="robots" content="noindex">')
  })
})

const previewOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/property="og:([\w:]+)" content="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  )

describe('the document', () => {
  const manifest = {
    'client/shop/entry-browser.tsx': { file: 'assets/entry.js', imports: ['_shared.js'] },
    '_shared.js': { file: 'assets/shared.js' },
    'client/shop/a/page.tsx': { file: 'assets/a.js', imports: ['_shared.js'] },
    'style.css': { file: 'assets/style.css' },
  }
  const parts = {
    house: 'Four Houses',
    language: 'en',
    direction: 'ltr',
    head: '',
    html: '',
    state: '',
    rendered: 'content',
    entry: 'client/shop/entry-browser.tsx',
    modules: ['client/shop/a/page.tsx'],
    textFile: '/assets/texts/en-abc.json',
  } as const

  test('asks at once for all that its page needs, for each file once', () => {
    const preloaded = documentOf(parts, manifest).match(/modulepreload" href="[^"]+/g)
    expect(preloaded).toEqual(['entry', 'shared', 'a'].map(name => `modulepreload" href="/assets/${name}.js`))
  })

  test('loads scripts of a page that can be read after its styles, and of a shape beside them', () => {
    const scripts = /<link rel="modulepreload"[^]*<script type="module" src="\/assets\/entry.js"[^>]*><\/script>/
    const [, template = ''] = /<template id="scripts">([^]*)<\/template>/.exec(documentOf(parts, manifest)) ?? []
    expect(template).toMatch(scripts)
    const [head = '', body = ''] = documentOf({ ...parts, rendered: 'shape' }, manifest).split('<body>')
    expect(head).toMatch(scripts)
    expect(body).not.toMatch(/template|<script/)
  })

  test('names the texts of its language as the script will ask for them', () => {
    expect(documentOf(parts, manifest)).toContain(
      '<link rel="preload" as="fetch" href="/assets/texts/en-abc.json" crossorigin="anonymous" fetchpriority="low">',
    )
  })

  test('without a browser build is a mistake of ours', () => {
    expect(() => documentOf(parts, {})).toThrow('entry-browser')
  })
})
