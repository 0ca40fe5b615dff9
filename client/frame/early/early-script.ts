import { HOLDS_COOKIE } from '#contract/limits.ts'
import { DISMISSED_KEY, announcementId } from '../shell/banners.tsx'
import { readTextScript } from '../storage/browser-storage.ts'

/** A button that was pressed, a list that something was picked from, or a box that was ticked, before it was hydrated. */
export type Kept = { readonly control: HTMLElement; readonly value?: string; readonly isTicked?: boolean }

/**
 * Runs in a document's head, before anything else. A page can be seen a while before it is hydrated: what a visitor
 * presses or picks meanwhile is kept here and done once the page can do it (`awake.ts`), instead of being lost, or of
 * leaving the page as forms without a script do. Links, and forms that the server answers, go on as ever. Room is kept
 * for what the visitor holds (`held-slot.tsx`), and none for an announcement that was put away (`announcement.ts`).
 */
export const EARLY_SCRIPT = `(() => {
  const early = globalThis.foyerEarly = { kept: [], isAlive: () => false }
  const keep = (event, control, entry) => {
    if (!control || early.isAlive(control)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    early.kept.push({ control, ...entry })
  }
  addEventListener('click', event => keep(event, event.target.closest('button:not(form[action] *)')), true)
  addEventListener('change', event => {
    const control = event.target
    if (control.localName === 'select') keep(event, control, { value: control.value })
    else if (control.type === 'checkbox') keep(event, control, { isTicked: control.checked })
  }, true)
  if (document.cookie.includes('${HOLDS_COOKIE}=') && !location.pathname.includes('/reservation/')) {
    document.documentElement.dataset.holds = ''
  }
  try {
    const mark = ${readTextScript(DISMISSED_KEY)}
    if (/^\\w+$/.test(mark ?? '')) {
      document.head.append(Object.assign(document.createElement('style'), {
        nonce: document.currentScript.nonce,
        textContent: '#${announcementId('')}' + mark + ' { display: none }',
      }))
    }
  } catch {}
})()`.replaceAll(/\n +/g, '\n')
