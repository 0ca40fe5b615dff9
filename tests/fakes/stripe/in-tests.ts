import { afterAll } from 'vitest'
import { type StripeFake, stripeFake } from './stripe-fake.ts'

/** As `stripeFake`, gone after the last test of the file. */
export async function stripeInTests(options: Parameters<typeof stripeFake>[0]): Promise<StripeFake> {
  const fake = await stripeFake(options)
  afterAll(() => fake.close())
  return fake
}
