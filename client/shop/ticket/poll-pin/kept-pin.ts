import type { TabStorage } from '#client/frame/storage/browser-storage.ts'

const pinKey = (shortName: string) => `foyer.poll-pin.${shortName}`
const votesKey = (shortName: string, pin: string) => `foyer.poll-votes.${shortName}.${pin}`

/** Keeps the PIN for the rest of the visit, so that it is asked once at each event. */
export function keepPin(storage: TabStorage, shortName: string, pin: string): void {
  storage.writeText(pinKey(shortName), pin)
}

/** Empty when none is kept. */
export function keptPin(storage: TabStorage, shortName: string): string {
  return storage.readText(pinKey(shortName)) ?? ''
}

export function dropPin(storage: TabStorage, shortName: string): void {
  storage.remove(pinKey(shortName))
}

type Vote = { readonly shortName: string; readonly pin: string; readonly pollId: number }

/** Remembers what was chosen with a PIN in this visit. The shop hides votes, even from the ticket's holder. */
export function keepVote(storage: TabStorage, { shortName, pin, pollId }: Vote, optionId: number): void {
  const votes = Object(storage.read(votesKey(shortName, pin)))
  storage.write(votesKey(shortName, pin), { ...votes, [pollId]: optionId })
}

/** The option that was chosen in this visit; undefined: none, or not that we knew. */
export function keptVote(storage: TabStorage, { shortName, pin, pollId }: Vote): number | undefined {
  const optionId: unknown = Reflect.get(Object(storage.read(votesKey(shortName, pin))), String(pollId))
  return typeof optionId === 'number' ? optionId : undefined
}
