import type { CategoryReference } from '#domain/organiser/event-editing/event-draft.ts'

/** Where the categories of an event are found once they are all stored. */
export type CategoryIds = { of(reference: CategoryReference): number }

/** `ids` are those of the categories, in the same order. */
export function categoryIds(categories: readonly { readonly name: string }[], ids: readonly number[]): CategoryIds {
  const byName = new Map(categories.map(({ name }, index) => [name, ids[index]]))
  return {
    of: reference => {
      const id = typeof reference === 'number' ? reference : byName.get(reference)
      if (id === undefined) throw new Error(`there is no category ${reference}`)
      return id
    },
  }
}
