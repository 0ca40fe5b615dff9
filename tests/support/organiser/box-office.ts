import { expect } from 'vitest'
import * as box from '#contract/box-office.ts'
import type { DoorDevice } from './door-device.ts'

type Sold = {
  readonly status: number
  readonly sale: box.Sale
  readonly codes: readonly (readonly [string | null, string])[]
}

/** A telephone at a box office, with a drawer of its own. */
export type Till = {
  readonly drawerId: number
  sell(form: Partial<box.SaleForm> & Pick<box.SaleForm, 'lines'>): Promise<Sold>
  read(): Promise<box.BoxOffice>
  drawer(): Promise<box.Drawer | undefined>
}

/** Opens a drawer on a device whose door sells. */
export async function openTill(device: DoorDevice, person = 'Mia', float = '200'): Promise<Till> {
  const opened = await device.ask(box.openDrawer, { body: { requestId: crypto.randomUUID(), person, float } })
  expect(opened, JSON.stringify(opened.body)).toMatchObject({ status: 200 })
  const { id: drawerId } = opened.body as box.Drawer
  const read = async () => (await device.ask(box.readBoxOffice)).body as box.BoxOffice
  return {
    drawerId,
    read,
    drawer: async () => (await read()).drawers.find(({ id }) => id === drawerId),
    async sell({ lines, extras = [], ...form }) {
      const planned = await device.ask(box.planSale, { body: { lines, extras } })
      const total = (planned.body as { total?: string }).total ?? '0.00'
      const body = { requestId: crypto.randomUUID(), drawerId, lines, extras, way: 'CASH', total, ...form }
      const answer = await device.ask(box.sellAtDoor, { body })
      const { errors = [] } = (answer.body ?? {}) as { errors?: { field: string | null; code: string }[] }
      return {
        status: answer.status,
        sale: answer.body as box.Sale,
        codes: errors.map(({ field, code }) => [field, code] as const),
      }
    },
  }
}
