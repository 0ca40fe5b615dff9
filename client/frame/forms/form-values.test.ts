import { describe, expect, expectTypeOf, test, vi } from 'vitest'
import { type Change, type PathIn, createForm } from './form-values.ts'

type Values = {
  name: string
  wantsInvoice: boolean
  tickets: Record<string, { email: string; additional: Record<string, string[]> }>
  lines: Readonly<Record<number, { readonly text: string }>>
}

const INITIAL: Values = {
  name: 'Ada',
  wantsInvoice: false,
  tickets: { a: { email: 'ada@example.org', additional: {} }, b: { email: '', additional: {} } },
  lines: [{ text: 'one' }, { text: 'two' }],
}

const aText = (value = '') => ({ type: 'text', value })
const aBox = () => ({ type: 'checkbox', value: 'on', checked: false })

/** A form with a control that the visitor sees. */
function aForm(path: PathIn<Values>, control: { type: string; value: string; checked?: boolean } = aText()) {
  const form = createForm(INITIAL)
  const leave = form.register(path).ref(control)
  const changes = vi.fn<(change: Change<Values>) => void>()
  const stop = form.subscribe(changes)
  const type = (value: string | boolean) => {
    if (typeof value === 'string') control.value = value
    else control.checked = value
    form.register(path).onChange({ target: control })
  }
  return { form, control, changes, stop, leave, type }
}

describe('a control', () => {
  test('shows its value', () => {
    expect(aForm('name').control.value).toBe('Ada')
    expect(aForm('tickets.a.email').control.value).toBe('ada@example.org')
    expect(aForm('lines.1.text').control.value).toBe('two')
    expect(aForm('tickets.missing.email').control.value).toBe('')
    expect(aForm('wantsInvoice', aBox()).control.checked).toBe(false)
  })

  test('that is typed into changes the value at its path, and no other object', () => {
    const { form, changes, type } = aForm('tickets.a.email')
    type('a@example.org')
    const values = form.getValues()
    expect(values.tickets['a']?.email).toBe('a@example.org')
    expect(values.tickets['b']).toBe(INITIAL.tickets['b'])
    expect(INITIAL.tickets['a']?.email).toBe('ada@example.org')
    expect(changes.mock.calls).toEqual([[{ path: 'tickets.a.email', isTyped: true, values }]])
  })

  test('that is a box has true or false', () => {
    const { form, type } = aForm('wantsInvoice', aBox())
    type(true)
    expect(form.getValues().wantsInvoice).toBe(true)
    type(false)
    expect(form.getValues().wantsInvoice).toBe(false)
  })

  test('shows what the page writes, which does not count as typed', () => {
    const { form, control, changes } = aForm('name')
    form.setValue('name', 'Grace')
    expect(control.value).toBe('Grace')
    expect(changes.mock.calls[0]?.[0]).toMatchObject({ path: 'name', isTyped: false })
  })

  test('is not written to where it shows the value already: the cursor stays', () => {
    const write = vi.fn<() => void>()
    const control = Object.defineProperty(aText(), 'value', { get: () => 'Ada', set: write })
    const { form } = aForm('name', control)
    form.setValue('name', 'Ada')
    expect(write).not.toHaveBeenCalled()
  })

  test('that leaves the page leaves its value, and shows it when it is back', () => {
    const { form, type, leave, control } = aForm('name')
    type('Grace')
    leave()
    form.setValue('name', 'Ida')
    expect(control.value).toBe('Grace')
    const again = aText()
    form.register('name').ref(again)
    expect(again.value).toBe('Ida')
  })

  test('is registered the same each time: React would take another function for another control', () => {
    const form = createForm(INITIAL)
    expect(form.register('name')).toBe(form.register('name'))
  })

  test('counts as touched when the visitor has left it, until the form is reset', () => {
    const { form, type } = aForm('name')
    type('Grace')
    expect(form.isTouched('name')).toBe(false)
    form.register('name').onBlur()
    expect(form.isTouched('name')).toBe(true)
    form.reset(INITIAL)
    expect(form.isTouched('name')).toBe(false)
  })
})

test('a form that is reset shows the new values, and reports them', () => {
  const { form, control, changes } = aForm('name')
  const values = { ...INITIAL, name: 'Grace' }
  form.reset(values)
  expect(control.value).toBe('Grace')
  expect(form.getValues()).toBe(values)
  expect(changes).toHaveBeenCalledTimes(1)
})

test('a value that is drawn by the page is typed through the form, whatever its name', () => {
  const { form, changes, stop } = aForm('name')
  form.type('tickets.a.additional.__proto__', ['x'])
  expect(Object.entries(form.getValues().tickets['a']?.additional ?? {})).toEqual([['__proto__', ['x']]])
  expect(Object.getPrototypeOf({})).toBe(Object.prototype)
  expect(changes).toHaveBeenCalledTimes(1)
  stop()
  form.type('tickets.a.additional.diet', ['vegan'])
  expect(changes).toHaveBeenCalledTimes(1)
})

test('paths are those of the values', () => {
  expectTypeOf<'tickets.a.email'>().toExtend<PathIn<Values>>()
  expectTypeOf<'lines.0.text'>().toExtend<PathIn<Values>>()
  expectTypeOf<'nothing'>().not.toExtend<PathIn<Values>>()
  expectTypeOf<'name.first'>().not.toExtend<PathIn<Values>>()
})
