import type { ElementHandle, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** What people do to a page, by whatever means they have. */
export type Hand = {
  /** Presses a button, follows a link, ticks a box, folds and unfolds. */
  press(target: Locator): Promise<void>
  /** Replaces the text of a field. */
  write(field: Locator, text: string): Promise<void>
  /** Takes an entry of a list by its text. */
  choose(list: Locator, entry: string): Promise<void>
  /** Takes one of several radio buttons. */
  pick(radio: Locator): Promise<void>
}

/** A mouse, or a finger. Texts are typed either way. */
export function pointerHand(page: Page, kind: 'mouse' | 'touch'): Hand {
  const press = (target: Locator) => (kind === 'touch' ? target.tap() : target.click())
  return {
    press,
    write: async (field, text) => {
      await press(field)
      await page.keyboard.press('ControlOrMeta+a')
      await type(page, text)
    },
    choose: async (list, entry) => {
      await list.selectOption({ label: entry })
    },
    pick: press,
  }
}

/**
 * The keyboard alone: Tab and Shift+Tab until the thing has the focus, then Enter, Space or arrows. Wherever the focus
 * stops on the way it must be seen. A button that is busy is pressed when it no longer is, as a pointer does.
 */
export function keyboardHand(page: Page): Hand {
  return {
    press: async target => {
      await tabTo(page, target)
      await expect.poll(() => target.isEnabled()).toBe(true)
      const isTicked = await target.evaluate(element => /^(checkbox|radio)$/.test(String(element.getAttribute('type'))))
      await page.keyboard.press(isTicked ? 'Space' : 'Enter')
    },
    write: async (field, text) => {
      await tabTo(page, field)
      await page.keyboard.press('ControlOrMeta+a')
      await type(page, text)
    },
    choose: async (list, entry) => {
      await tabTo(page, list)
      // The element itself, since its name may change with the choice.
      const element = await list.elementHandle()
      const position = (await list.locator('option').allTextContents()).indexOf(entry)
      if (element === null || position < 0) throw new Error(`the list has no "${entry}"`)
      const chosen = (): Promise<number> => element.evaluate(it => it.selectedIndex)
      // As a person does: one step, a look, the next.
      for (let at = await chosen(); at !== position; at = await chosen()) {
        await page.keyboard.press(at < position ? 'ArrowDown' : 'ArrowUp')
        await expect.poll(chosen).not.toBe(at)
      }
    },
    pick: async radio => {
      // One stop for the whole group; the arrows go on from there, and take what they come to.
      const group = page.locator(`input[type=radio][name="${await radio.getAttribute('name')}"]`)
      await tabTo(page, group)
      await page.keyboard.press('Space')
      for (let step = 0; step < 12 && !(await radio.isChecked()); step++) await page.keyboard.press('ArrowDown')
      expect(await radio.isChecked()).toBe(true)
    },
  }
}

async function type(page: Page, text: string): Promise<void> {
  if (text === '') await page.keyboard.press('Delete')
  else await page.keyboard.type(text)
}

const STOPS_AT_MOST = 80

/** Goes to whichever of the matching elements comes first, forward or back, the way the eye says is shorter. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor()
  const key = (await isBehind(target.first())) ? 'Shift+Tab' : 'Tab'
  if (await hasFocus(page, target)) return
  const elements = await target.elementHandles()
  // Once for all presses: a locator would search the document at each of them.
  const root = await page.locator('html').elementHandle()
  if (root === null) throw new Error('the page has no document')
  const stops: string[] = []
  while (stops.length < STOPS_AT_MOST) {
    await page.keyboard.press(key)
    const stop = await focusStop(root, elements)
    if (stop === undefined) continue
    stops.push(stop.name)
    expect(stop.faults, `the focus on ${stop.name}`).toEqual([])
    // What is drawn anew on the way is another element.
    if (stop.isTarget || (!stop.areTargetsThere && (await hasFocus(page, target)))) return
  }
  throw new Error(`${key} never came to ${String(target)}: ${stops.join(' > ')}`)
}

async function hasFocus(page: Page, target: Locator): Promise<boolean> {
  return (await target.and(page.locator(':focus')).count()) > 0
}

/** Is it before the focused element in the document? */
function isBehind(target: Locator): Promise<boolean> {
  return target.evaluate(element => {
    const { activeElement, body } = element.ownerDocument
    if (activeElement === null || activeElement === body) return false
    return (activeElement.compareDocumentPosition(element) & 2) !== 0
  })
}

type FocusStop = {
  readonly name: string
  readonly faults: readonly string[]
  readonly isTarget: boolean
  /** All the elements of the target are still in the document. */
  readonly areTargetsThere: boolean
}

/** What has the focus, and what keeps it from being seen: no outline, out of sight, or covered. */
function focusStop(root: ElementHandle, targets: readonly ElementHandle[]): Promise<FocusStop | undefined> {
  return root.evaluate(
    (it, elements): FocusStop | undefined => {
      const page = it.ownerDocument
      const view = page.defaultView
      const element = page.querySelector(':focus')
      if (element === null) return undefined
      const name = `<${element.localName}> ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? ''}`
      const isDrawn = (drawn: typeof element) =>
        [undefined, '::after'].some(part => {
          const { outlineStyle, outlineWidth } = view.getComputedStyle(drawn, part)
          return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
        })
      let around = element
      while (around !== null && !isDrawn(around)) around = around.parentElement
      const boxes = [...element.getClientRects()]
      const points = boxes.flatMap(box =>
        [0.1, 0.5, 0.9].flatMap(across =>
          [0.15, 0.5, 0.85].map(down => ({ x: box.left + box.width * across, y: box.top + box.height * down })),
        ),
      )
      const inSight = points.filter(({ x, y }) => x >= 0 && y >= 0 && x < view.innerWidth && y < view.innerHeight)
      const isOnTop = inSight.some(({ x, y }) => {
        const top = page.elementFromPoint(x, y)
        return top !== null && (element.contains(top) || top.contains(element))
      })
      const faults = []
      if (around === null) faults.push('has no outline')
      if (inSight.length === 0) faults.push('is out of sight')
      else if (!isOnTop) faults.push('is covered')
      return {
        name,
        faults,
        isTarget: elements.includes(element),
        areTargetsThere: elements.every(target => target.isConnected),
      }
    },
    [...targets],
  )
}
