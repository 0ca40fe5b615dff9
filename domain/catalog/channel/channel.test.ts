import { expect, test } from 'vitest'
import { channelIn, isLinkName } from './channel.ts'

test.each([
  ['newsletter-12', true],
  ['a', true],
  ['-a', false],
  ['a-', false],
  ['Poster', false],
  ['embed.example.org', false],
  ['with space', false],
  ['', false],
  ['x'.repeat(41), false],
])('%s can be the name of a link: %s', (name, expected) => {
  expect(isLinkName(name)).toBe(expected)
})

test.each([
  ['newsletter', 'newsletter'],
  [' Newsletter ', 'newsletter'],
  ['embed.club.example.org', 'embed.club.example.org'],
  ['embed.localhost:8080', 'embed.localhost:8080'],
  ['embed.', null],
  ['<script>', null],
  ['ada@example.org', null],
  ['', null],
  [null, null],
])('the address that states %s comes by %s', (stated, expected) => {
  expect(channelIn(stated)).toBe(expected)
})
