import { useState, useSyncExternalStore } from 'react'

/** The path of a value within a form's: "firstName", "tickets.<id>.email". */
export type PathIn<Values> = Values extends readonly unknown[] | string | number | boolean | null | undefined
  ? never
  : { [Name in keyof Values & (string | number)]: `${Name}` | `${Name}.${PathIn<Values[Name]>}` }[keyof Values &
      (string | number)]

/** A control of the page, as far as a form reads and writes it. */
type Control = { readonly type: string; value: string; checked?: boolean }

/** What makes a control one of the form: `<input {...form.register('email')} />`. */
export type Registered = {
  readonly name: string
  readonly ref: (control: Control | null) => () => void
  readonly onChange: (event: { readonly target: Control }) => void
  readonly onBlur: () => void
}

/** One value of the form is another one. */
export type Change<Values> = {
  readonly path: string
  /** By the visitor's hand; else by the page. */
  readonly isTyped: boolean
  readonly values: Values
}

/**
 * The values of a form, kept beside its controls: typing draws nothing anew but what shows the values (`useFormValues`).
 * A value stays while its control is not on the page. What is right about them says the server.
 */
export type Form<Values> = {
  register(path: PathIn<Values>): Registered
  /** All values; another object after every change. */
  getValues(): Values
  setValue(path: PathIn<Values>, value: unknown): void
  /** As `setValue`, for controls that are drawn from their value: it counts as typed. */
  type(path: PathIn<Values>, value: unknown): void
  /** Takes the place of all values; no control counts as touched any more. */
  reset(values: Values): void
  /** Has the visitor been in the control, and left it? */
  isTouched(path: string): boolean
  touch(path: string): void
  /** Calls back after every change; returns how to stop that. */
  subscribe(listener: (change: Change<Values>) => void): () => void
}

/** A form that begins with `initial`, for as long as the part is on the page. */
export function useForm<Values extends object>(initial: Values): Form<Values> {
  const [form] = useState(() => createForm(initial))
  return form
}

/** What `select` takes of the values, drawn anew when it is another. */
export function useFormValues<Values, Part>(form: Form<Values>, select: (values: Values) => Part): Part {
  const present = () => select(form.getValues())
  return useSyncExternalStore(form.subscribe, present, present)
}

export function createForm<Values extends object>(initial: Values): Form<Values> {
  let values = initial
  const controls = new Map<string, Set<Control>>()
  const registered = new Map<string, Registered>()
  const touched = new Set<string>()
  const listeners = new Set<(change: Change<Values>) => void>()

  const notify = (path: string, isTyped: boolean) => {
    for (const listener of listeners) listener({ path, isTyped, values })
  }
  const show = (path: string) => {
    for (const control of controls.get(path) ?? []) write(control, partOf(values, path))
  }
  const change = (path: string, value: unknown, isTyped: boolean) => {
    values = withPart(values, path.split('.'), value)
    if (!isTyped) show(path)
    notify(path, isTyped)
  }
  const registerNew = (path: string): Registered => ({
    name: path,
    ref(control) {
      if (!control) return () => {}
      const those = controls.get(path) ?? new Set()
      controls.set(path, those.add(control))
      write(control, partOf(values, path))
      return () => those.delete(control)
    },
    onChange: ({ target }) => change(path, target.type === 'checkbox' ? target.checked : target.value, true),
    onBlur: () => touched.add(path),
  })
  return {
    register(path) {
      // The same each time: React would take it for another control.
      const known = registered.get(path) ?? registerNew(path)
      registered.set(path, known)
      return known
    },
    getValues: () => values,
    setValue: (path, value) => change(path, value, false),
    type: (path, value) => change(path, value, true),
    reset(replaced) {
      values = replaced
      touched.clear()
      for (const path of controls.keys()) show(path)
      notify('', false)
    },
    isTouched: path => touched.has(path),
    touch: path => void touched.add(path),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Only what differs: writing moves the cursor in some browsers. */
function write(control: Control, value: unknown): void {
  if (control.type === 'checkbox') control.checked = value === true
  else if (control.value !== textOf(value)) control.value = textOf(value)
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What is at the path. */
export const partOf = (values: object, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => Reflect.get(Object(part), name), values)

/** A copy with another value at the path, by its names. */
export function withPart<Whole extends object>(
  whole: Whole,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): Whole {
  if (rest.length === 0) return { ...whole, [name]: value }
  const part: object = Object(Reflect.get(whole, name))
  return { ...whole, [name]: withPart(part, rest, value) }
}
