import type { DoorAnswer } from './door.ts'

/** An answer that says nothing of a person; without a schema, so that the page of a door loads none. */
export const bareAnswer = (id: string, outcome: DoorAnswer['outcome']): DoorAnswer => ({
  id,
  outcome,
  name: null,
  category: null,
  since: null,
  by: null,
  due: null,
  opensAt: null,
  closesAt: null,
  event: null,
  notes: [],
  label: null,
})
