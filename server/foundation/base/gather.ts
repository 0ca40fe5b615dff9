/** Answers an item together with others that have the same key. */
export type Gathered<Item, Answer> = (item: Item) => Promise<Answer>

export type Gathering<Item> = {
  /** Only items of one key are worked on together; left out: any items. */
  readonly keyOf?: (item: Item) => string
  /** How many calls of `work` may be under way for one key. */
  readonly atOnce: number
  /** How many items a call of `work` gets at most. */
  readonly size: number
  /** Has the error nothing to do with any one of the items? */
  readonly isOfAll: (error: unknown) => boolean
}

type Group<Item, Answer> = { readonly waiting: Waiting<Item, Answer>[]; underWay: number }

type Waiting<Item, Answer> = {
  readonly item: Item
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Works on an item at once where nothing else is under way for its key. Items that arrive meanwhile wait, and are worked on
 * together, in the order of their arrival. `work` answers each item, in the same order. An error of several items that may be the
 * fault of one of them is that of none: each is then worked on by itself.
 */
export function gather<Item, Answer>(
  work: (items: readonly Item[]) => Promise<readonly Answer[]>,
  { keyOf = () => '', atOnce, size, isOfAll }: Gathering<Item>,
): Gathered<Item, Answer> {
  const groups = new Map<string, Group<Item, Answer>>()

  const workOn = async (taken: readonly Waiting<Item, Answer>[]): Promise<void> => {
    try {
      const answers = await work(taken.map(({ item }) => item))
      if (answers.length !== taken.length) throw new Error(`${taken.length} items got ${answers.length} answers`)
      // One answer for each: counted just before.
      for (const [index, { resolve }] of taken.entries()) resolve(answers[index] as Answer)
    } catch (error) {
      if (taken.length > 1 && !isOfAll(error)) await Promise.all(taken.map(one => workOn([one])))
      else for (const { reject } of taken) reject(error)
    }
  }

  const workThrough = async (key: string, group: Group<Item, Answer>) => {
    group.underWay += 1
    while (group.waiting.length > 0) await workOn(group.waiting.splice(0, size))
    group.underWay -= 1
    if (group.underWay === 0) groups.delete(key)
  }

  return item =>
    new Promise((resolve, reject) => {
      const key = keyOf(item)
      const group = groups.get(key) ?? { waiting: [], underWay: 0 }
      groups.set(key, group)
      group.waiting.push({ item, resolve, reject })
      if (group.underWay < atOnce) void workThrough(key, group)
    })
}
