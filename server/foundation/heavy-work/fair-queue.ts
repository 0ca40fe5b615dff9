type Owned<Item> = { readonly owner: string; readonly item: Item }

/**
 * What waits for one worker, of several owners. Next comes what belongs to the owner whose work has taken the least
 * since an owner began to wait, so that many costly items of one owner delay another by one of them at most.
 */
export class FairQueue<Item> {
  readonly #mostOfOne: number
  readonly #waiting = new Map<string, Item[]>()
  readonly #spent = new Map<string, number>()

  /** How many items of one owner may wait. */
  constructor(mostOfOne: number) {
    this.#mostOfOne = mostOfOne
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0
  }

  /** False where too many of this owner wait already. */
  add(owner: string, item: Item): boolean {
    const own = this.#waiting.get(owner) ?? []
    if (own.length >= this.#mostOfOne) return false
    own.push(item)
    this.#waiting.set(owner, own)
    return true
  }

  next(): Owned<Item> | undefined {
    const spentBy = (owner: string) => this.#spent.get(owner) ?? 0
    const [owner] = [...this.#waiting.keys()].toSorted((one, other) => spentBy(one) - spentBy(other))
    if (owner === undefined) return undefined
    const own = this.#waiting.get(owner) ?? []
    const item = own.shift()
    if (own.length === 0) this.#waiting.delete(owner)
    return item === undefined ? undefined : { owner, item }
  }

  /** Notes what an owner's item has taken; erased once nothing waits, because then no owner is delayed. */
  spend(owner: string, milliseconds: number): void {
    if (this.isEmpty) this.#spent.clear()
    else this.#spent.set(owner, (this.#spent.get(owner) ?? 0) + milliseconds)
  }
}

/** Whose work it is, for the turns they take: an organisation's, or that of the shop as a whole. */
export const ownerOf = (organization: { readonly id: number }): string => `organization ${organization.id}`

export const THE_SHOP = 'shop'
