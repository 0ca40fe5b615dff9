import { sealingBy } from '#server/foundation/sealing/sealing.ts'

const KEY = Buffer.alloc(32, 'the key of every test')

/** FOYER_SECRET_KEY of what works beside a test shop. */
export const TEST_SECRET_KEY = KEY.toString('base64')

/** What the databases of tests seal by. */
export const testSealing = sealingBy(KEY)
