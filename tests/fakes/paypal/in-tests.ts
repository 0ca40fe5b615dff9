import { afterAll } from 'vitest'
import { type PayPalFake, paypalFake } from './paypal-fake.ts'

/** As `paypalFake`, gone after the last test of the file. */
export async function paypalInTests(options: Parameters<typeof paypalFake>[0]): Promise<PayPalFake> {
  const fake = await paypalFake(options)
  afterAll(() => fake.close())
  return fake
}
