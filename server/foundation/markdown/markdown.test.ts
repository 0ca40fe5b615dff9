import { describe, expect, test } from 'vitest'
import { markdownToHtml, markdownToText } from './markdown.ts'

const say = (key: string, ...args: readonly (string | number)[]) => `${key}:${args.join()}`
const external = 'target="_blank" rel="nofollow noopener noreferrer"'

describe('markdown as HTML', () => {
  test.each([
    ['# Hello\n\nWorld **bold** *em*', '<h1>Hello</h1>\n<p>World <strong>bold</strong> <em>em</em></p>'],
    ['- one\n- two', '<ul>\n<li>one</li>\n<li>two</li>\n</ul>'],
    ['![A hall](https://a.example/hall.jpg)', '<p><img src="https://a.example/hall.jpg" alt="A hall" /></p>'],
    ['1 < 2 & 3', '<p>1 &lt; 2 &amp; 3</p>'],
  ])('%j', (markdown, html) => {
    expect(markdownToHtml(markdown)).toBe(html)
  })

  test.each([
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['a <b onclick="x">b</b>', '<p>a &lt;b onclick="x"&gt;b&lt;/b&gt;</p>'],
    ['<!-- note -->', '&lt;!-- note --&gt;'],
  ])('raw HTML shows as it is written: %j', (markdown, html) => {
    expect(markdownToHtml(markdown)).toBe(html)
  })

  test.each([
    ['[a](https://a.example/?x=1&y=2)', `<p><a href="https://a.example/?x=1&amp;y=2" ${external}>a</a></p>`],
    ['https://a.example', `<p><a href="https://a.example" ${external}>https://a.example</a></p>`],
    ['<https://a.example>', `<p><a href="https://a.example" ${external}>https://a.example</a></p>`],
    ['[a](HTTP://a.example)', `<p><a href="HTTP://a.example" ${external}>a</a></p>`],
    ['[a](https://a.example/?x=1&amp;y=2)', `<p><a href="https://a.example/?x=1&amp;y=2" ${external}>a</a></p>`],
    ['[a](mailto:a@a.example)', '<p><a href="mailto:a@a.example">a</a></p>'],
    ['[a](tel:+41911234567)', '<p><a href="tel:+41911234567">a</a></p>'],
    ['[a](/event/x)', '<p><a href="/event/x">a</a></p>'],
  ])('a link: %j', (markdown, html) => {
    expect(markdownToHtml(markdown)).toBe(html)
  })

  test.each([
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](data:text/html,x)',
    '[a](vbscript:x)',
    '[a](ftp://a.example)',
    '[a](//evil.example)',
    '[a](&#106;avascript:alert(1))',
  ])('a link with another scheme loses its address: %s', markdown => {
    expect(markdownToHtml(markdown)).toBe('<p><a>a</a></p>')
  })

  test('an image has no other scheme and no handler', () => {
    expect(markdownToHtml('![x](javascript:alert(1))')).toBe('<p><img alt="x" /></p>')
    expect(markdownToHtml('![x" onerror="alert(1)](https://a.example/)')).toBe(
      '<p><img src="https://a.example/" alt="x&quot; onerror=&quot;alert(1)" /></p>',
    )
  })

  test('a link that leaves the shop says that it opens a new tab', () => {
    expect(markdownToHtml('[The "A" **site**](https://a.example)', say)).toContain(
      'aria-label="foyer.link.new-tab:The &quot;A&quot; site"',
    )
    expect(markdownToHtml('[a](/event/x)', say)).not.toContain('aria-label')
  })

  test('an address cannot end its attribute', () => {
    expect(markdownToHtml('[a](https://a.example/"onclick="alert(1))')).toBe(
      `<p><a href="https://a.example/&quot;onclick=&quot;alert(1)" ${external}>a</a></p>`,
    )
  })
})

describe('markdown as text', () => {
  test.each([
    ['# Title\n\nSome **bold** and `code`.', 'Title\n\nSome bold and code.'],
    ['- one\n- two\n  - inner', '- one\n- two\n  - inner'],
    ['3. c\n4. d', '3. c\n4. d'],
    ['[site](https://a.example)', 'site (https://a.example)'],
    ['https://a.example and <b@a.example>', 'https://a.example and b@a.example'],
    ['[Write](mailto:b@a.example)', 'Write (b@a.example)'],
    ['> quoted\n\n---\n\nend', 'quoted\n\nend'],
    ['a  \nb', 'a\nb'],
    ['| a | b |\n|---|---|\n| 1 | 2 |', 'a | b\n1 | 2'],
    ['![hall](https://a.example/x.jpg)', 'hall'],
    ['a \\* b &amp; c &lt; d &#233;', 'a * b & c < d é'],
    ['<b>kept</b>', '<b>kept</b>'],
    ['', ''],
  ])('%j', (markdown, text) => {
    expect(markdownToText(markdown)).toBe(text)
  })
})
