/** Answers an item together with others that have the same key. */
export type Gathered<Item, Answer> = (item: Item) => Promise<Answer>

type Gathering<Item> = {
  /** Only items of one key are worked on together. */
  readonly keyOf: (item: Item) => string
  /** How many calls of `work` may be under way for one key. */
  readonly atOnce: number
  /** How many items a call of `work` gets at most. */
  readonly size: number
}

type Group<Item, Answer> = { readonly waiting: Waiting<Item, Answer>[]; underWay: number }

type Waiting<Item, Answer> = {
  readonly item: Item
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Works on an item at once where nothing else is under way for its key. Items that arrive meanwhile wait, and are worked on
 * together, in the order of their arrival. `work` answers each item, in the same order; its error is that of all its items.
 */
export function gather<Item, Answer>(
  work: (items: readonly Item[]) => Promise<readonly Answer[]>,
  { keyOf, atOnce, size }: Gathering<Item>,
): Gathered<Item, Answer> {
  const groups = new Map<string, Group<Item, Answer>>()

  const workThrough = async (key: string, group: Group<Item, Answer>) => {
    group.underWay += 1
    while (group.waiting.length > 0) await workOn(group.waiting.splice(0, size), work)
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

async function workOn<Item, Answer>(
  taken: readonly Waiting<Item, Answer>[],
  work: (items: readonly Item[]) => Promise<readonly Answer[]>,
): Promise<void> {
  try {
    const answers = await work(taken.map(({ item }) => item))
    if (answers.length !== taken.length) throw new Error(`${taken.length} items got ${answers.length} answers`)
    // One answer for each: counted just before.
    for (const [index, { resolve }] of taken.entries()) resolve(answers[index] as Answer)
  } catch (error) {
    for (const { reject } of taken) reject(error)
  }
}
