import { describe, expect, test } from 'vitest'
import { type ResolveTexts, checkDomain } from './mail-domain.ts'

const sender = { sender: 'tickets@shop.example.org', server: 'smtp.example.org', selector: 'foyer' }
const zone =
  (records: Readonly<Record<string, readonly string[]>>): ResolveTexts =>
  async name =>
    records[name] ?? []
const states = async (records: Readonly<Record<string, readonly string[]>>, from = sender) =>
  (await checkDomain(from, zone(records))).map(({ state }) => state)

const GOOD = {
  'shop.example.org': ['google-site-verification=x', 'v=spf1 a:smtp.example.org ~all'],
  'foyer._domainkey.shop.example.org': ['v=DKIM1; k=rsa; p=MIIB'],
  '_dmarc.shop.example.org': ['v=DMARC1; p=reject'],
}

describe('the domain of the sender', () => {
  test('is good where each of the three records vouches for it', async () => {
    expect(await checkDomain(sender, zone(GOOD))).toEqual([
      {
        kind: 'SPF',
        state: 'GOOD',
        name: 'shop.example.org',
        found: 'v=spf1 a:smtp.example.org ~all',
        advised: null,
      },
      {
        kind: 'DKIM',
        state: 'GOOD',
        name: 'foyer._domainkey.shop.example.org',
        found: 'v=DKIM1; k=rsa; p=MIIB',
        advised: null,
      },
      { kind: 'DMARC', state: 'GOOD', name: '_dmarc.shop.example.org', found: 'v=DMARC1; p=reject', advised: null },
    ])
  })

  test('without records gets those to add', async () => {
    const records = await checkDomain(sender, zone({}))
    expect(records.map(({ kind, state, advised }) => [kind, state, advised])).toEqual([
      ['SPF', 'MISSING', 'v=spf1 a:smtp.example.org ~all'],
      ['DKIM', 'MISSING', null],
      ['DMARC', 'MISSING', 'v=DMARC1; p=quarantine; rua=mailto:tickets@shop.example.org'],
    ])
  })

  test('takes the policy of the domain above it', async () => {
    const { '_dmarc.shop.example.org': own, ...others } = GOOD
    expect(await states({ ...others, '_dmarc.example.org': own })).toEqual(['GOOD', 'GOOD', 'GOOD'])
  })

  test.each([
    ['two records of SPF', { 'shop.example.org': ['v=spf1 mx -all', 'v=spf1 a -all'] }, 'SPF'],
    ['one that lets everybody send', { 'shop.example.org': ['v=spf1 +all'] }, 'SPF'],
    ['a key that was withdrawn', { 'foyer._domainkey.shop.example.org': ['v=DKIM1; p='] }, 'DKIM'],
    ['a policy that asks for nothing', { '_dmarc.shop.example.org': ['v=DMARC1; p=none'] }, 'DMARC'],
  ])('is weak with %s', async (_, records, kind) => {
    const found = await checkDomain(sender, zone({ ...GOOD, ...records }))
    expect(found.flatMap(record => (record.state === 'WEAK' ? [record.kind] : []))).toEqual([kind])
  })

  test('is unanswered, and not said to lack anything, where DNS does not answer', async () => {
    const silent: ResolveTexts = () => Promise.reject(new Error('ETIMEOUT'))
    const records = await checkDomain({ ...sender, selector: null }, silent)
    expect(records.map(({ state, advised }) => [state, advised])).toEqual([
      ['UNANSWERED', null],
      ['NOT_CHECKED', null],
      ['UNANSWERED', null],
    ])
  })
})
