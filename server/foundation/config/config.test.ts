import { expect, test } from 'vitest'
import { ConfigurationError, readConfig } from './config.ts'
import { readEnvironment } from './environment.ts'

function configOf(variables: Record<string, string>, userId = 1000) {
  return readConfig(readEnvironment(variables, userId))
}

function problemsOf(variables: Record<string, string>): readonly string[] {
  try {
    configOf(variables)
    return []
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems
    throw error
  }
}

test('without any variable the shop is a development shop on this machine, with samples and no warning', () => {
  expect(configOf({})).toMatchObject({
    mode: 'development',
    host: '127.0.0.1',
    baseUrl: 'http://localhost:8080',
    loadsSample: true,
    databaseUrl: undefined,
    warnings: [],
  })
})

test('the data folder of root is /var/lib/foyer, any other user has one in the checkout', () => {
  expect(configOf({}, 0).dataFolder).toBe('/var/lib/foyer')
  expect(configOf({}, 1000).dataFolder).toMatch(/\/data$/)
  expect(configOf({ FOYER_DATA: '/srv/shop' }, 0).dataFolder).toBe('/srv/shop')
})

test('production listens on all addresses, loads no samples, and warns of what buyers would stumble over', () => {
  const production = configOf({ FOYER_MODE: 'production' })
  expect(production).toMatchObject({ host: '0.0.0.0', loadsSample: false })
  expect(production.warnings.join()).toMatch(/set FOYER_BASE_URL.*set SMTP_URL/)
  expect(configOf({ FOYER_MODE: 'production', FOYER_BASE_URL: 'http://shop.example.org' }).warnings[0]).toMatch(
    /not https/,
  )
  const complete = { FOYER_BASE_URL: 'https://shop.example.org', SMTP_URL: 'smtp://mail', MAIL_FROM: 'a@example.org' }
  expect(configOf({ FOYER_MODE: 'production', ...complete }).warnings).toEqual([])
})

test('all problems are reported at once', () => {
  const variables = { PORT: 'http', FOYER_MODE: 'prod', FOYER_BASE_URL: 'shop.example.org', FOYER_SAMPLE: 'maybe' }
  expect(problemsOf(variables).map(problem => problem.split(' ', 1).join())).toEqual([
    'FOYER_MODE',
    'PORT',
    'FOYER_BASE_URL',
    'FOYER_SAMPLE',
  ])
})

test.each([
  [{ PORT: '65536' }],
  [{ FOYER_MODE: 'production', FOYER_BASE_URL: 'https://shop.example.org/tickets' }],
  [{ DATABASE_URL: 'mysql://localhost/foyer' }],
  [{ DATABASE_URL: 'postgresql://foyer:sesame@one:5432,two:5432/foyer?target_session_attrs=read-write' }],
  [{ DATABASE_URL: 'postgresql://one,two/foyer' }],
  [{ FOYER_MODE: 'production', SMTP_URL: 'mail.example.org', MAIL_FROM: 'a@example.org' }],
  [{ FOYER_MODE: 'production', SMTP_URL: 'smtp://mail.example.org' }],
  [{ FOYER_LOG: 'loud' }],
])('%j is refused', variables => {
  expect(problemsOf(variables)).toHaveLength(1)
})

test('a comma in a password is no second host', () => {
  const databaseUrl = 'postgresql://foyer:a,b@db.example.org/foyer'
  expect(configOf({ DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl })
})

test('a refusal never repeats a secret', () => {
  const problems = problemsOf({
    FOYER_API_KEY: 'too-short',
    DATABASE_URL: 'mysql://foyer:sesame@db/foyer',
    FOYER_SECRET_KEY: 'too-short-too',
    FOYER_SECRET_KEY_OLD: 'too-short-three',
  }).join()
  expect(problems).toMatch(/FOYER_SECRET_KEY must be.*FOYER_SECRET_KEY_OLD must be/)
  expect(problems).toMatch(/FOYER_API_KEY.*DATABASE_URL|DATABASE_URL.*FOYER_API_KEY/)
  expect(problems).not.toMatch(/too-short|sesame/)
})

test('the key of the secrets is 32 bytes in Base64, and older ones are a list of those', () => {
  const aKey = (letter: string) => Buffer.alloc(32, letter)
  expect(configOf({})).toMatchObject({ secretKey: undefined, oldSecretKeys: [] })
  const keys = {
    FOYER_SECRET_KEY: aKey('a').toString('base64'),
    FOYER_SECRET_KEY_OLD: `${aKey('b').toString('base64url')}, ${aKey('c').toString('base64')},`,
  }
  expect(configOf(keys)).toMatchObject({ secretKey: aKey('a'), oldSecretKeys: [aKey('b'), aKey('c')] })
  expect(problemsOf({ FOYER_SECRET_KEY: keys.FOYER_SECRET_KEY_OLD })).toHaveLength(1)
  expect(problemsOf({ FOYER_SECRET_KEY_OLD: `${keys.FOYER_SECRET_KEY},short` })).toHaveLength(1)
  expect(problemsOf({ FOYER_SECRET_KEY: aKey('a').subarray(1).toString('base64') })).toHaveLength(1)
})

test('a key that one machine alone has is warned of where others may have the database', () => {
  const elsewhere = { FOYER_MODE: 'production', DATABASE_URL: 'postgresql://db/foyer' }
  expect(configOf(elsewhere).warnings.join()).toMatch(/set FOYER_SECRET_KEY/)
  const stated = { ...elsewhere, FOYER_SECRET_KEY: Buffer.alloc(32).toString('base64') }
  expect(configOf(stated).warnings.join()).not.toMatch(/FOYER_SECRET_KEY/)
})

test('a variable that is empty counts as not set', () => {
  expect(configOf({ PORT: ' ', DATABASE_URL: '' })).toMatchObject({ port: 8080, databaseUrl: undefined })
})

const MAIL = { SMTP_URL: 'smtp://mail', MAIL_FROM: 'a@example.org' }

test.each([
  [{ FOYER_BASE_URL: 'https://shop.example.org' }, /FOYER_BASE_URL is https/],
  [{ FOYER_BASE_URL: 'https://localhost' }, /FOYER_BASE_URL is https/],
  [{ FOYER_BASE_URL: 'http://192.168.1.20:8080' }, /FOYER_BASE_URL leads to another machine/],
  [{ HOST: '0.0.0.0' }, /HOST lets other machines in/],
  [{ HOST: '::' }, /HOST lets other machines in/],
  [{ HOST: '127.0.0.1.example.org' }, /HOST lets other machines in/],
  [MAIL, /SMTP_URL sends mail/],
  [{ HOST: '0.0.0.0', ...MAIL }, /HOST lets other machines in and SMTP_URL sends mail/],
])('%j without a word about the mode does not start', (variables, sign) => {
  const [problem = '', ...others] = problemsOf(variables)
  expect(others).toEqual([])
  expect(problem).toMatch(sign)
  expect(problem).toMatch(/^FOYER_MODE must be said.* write FOYER_MODE=production .*FOYER_MODE=development /)
  expect(configOf({ ...variables, FOYER_MODE: 'development' }).mode).toBe('development')
  expect(configOf({ ...variables, FOYER_MODE: 'production' }).mode).toBe('production')
})

test.each([
  [{ HOST: 'localhost' }],
  [{ HOST: '::1' }],
  [{ HOST: '127.0.0.2', PORT: '9000' }],
  [{ FOYER_BASE_URL: 'http://localhost:9000' }],
  [{ FOYER_BASE_URL: 'http://[::1]:9000' }],
])('%j is for this machine alone, which needs no mode', variables => {
  expect(configOf(variables).mode).toBe('development')
})

test('a provider with an address for each mode decides itself, unless the operator says where it is', () => {
  expect(configOf({}).providers).toMatchObject({ STRIPE_API_BASE: 'https://api.stripe.com', SAFERPAY_API_BASE: null })
  const { providers } = configOf({ SAFERPAY_API_BASE: 'http://127.0.0.1:9000/api/' })
  expect(providers.SAFERPAY_API_BASE).toBe('http://127.0.0.1:9000/api')
  expect(problemsOf({ SAFERPAY_API_BASE: 'ftp://a' })[0]).toContain('SAFERPAY_API_BASE')
})
