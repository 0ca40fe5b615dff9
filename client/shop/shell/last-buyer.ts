import type { TabStorage } from '#client/frame/storage/browser-storage.ts'

/** What a tab keeps of orders begins so: signing out removes it. */
const OF_ORDERS = 'foyer.booking.'

/** Under which this tab keeps who ordered last. */
export const LAST_BUYER = `${OF_ORDERS}buyer`

/** Who ordered last in this tab, for other forms that ask for the same; a part that is not known is empty. */
export function lastPerson(storage: TabStorage): { firstName: string; lastName: string; email: string } {
  const found = Object(storage.read(LAST_BUYER))
  const text = (name: string): string => {
    const value: unknown = Reflect.get(found, name)
    return typeof value === 'string' ? value : ''
  }
  return { firstName: text('firstName'), lastName: text('lastName'), email: text('email') }
}
