/** What browsers load from the stand-in of Turnstile and reCAPTCHA: scripts with the same functions, frames of another site. */

/** Both know their own address, put a frame into the page, and receive its messages. */
const COMMON = `
const home = new URL(document.currentScript.src)
const frame = (place, label, onPressed) => {
  const element = document.createElement('iframe')
  element.src = home.origin + '/checkbox?label=' + encodeURIComponent(label)
  element.title = label
  element.width = 300
  element.height = 65
  element.style.border = '0'
  addEventListener('message', ({ source, data }) => {
    if (source === element.contentWindow) onPressed(data.answer, () => source.postMessage('done', home.origin))
  })
  place.append(element)
  return element
}
const ready = () => globalThis[home.searchParams.get('onload')]?.()
`

/** The real one, too, stays within its place. */
export const turnstileScript = `(() => {
${COMMON}
const shown = new Map()
globalThis.turnstile = {
  render(place, options) {
    const id = 'widget-' + (shown.size + 1)
    shown.set(id, frame(place, 'Turnstile ' + options.sitekey, answer => options.callback(answer)))
    return id
  },
  remove(id) { shown.get(id)?.remove() },
}
ready()
})()`

/** As the real one does, it opens its question at the end of the page, far from its place. */
export const recaptchaScript = `(() => {
${COMMON}
let widgets = 0
globalThis.grecaptcha = {
  render(place, options) {
    frame(place, 'reCAPTCHA ' + options.sitekey, (_, tick) => {
      const bubble = document.createElement('div')
      bubble.style.cssText = 'position: absolute; inset-block-start: 10px; inset-inline-start: 10px; z-index: 2000000000'
      document.body.append(bubble)
      frame(bubble, 'Pictures', answer => { bubble.remove(); tick(); options.callback(answer) })
    })
    return widgets++
  },
  reset() {},
}
ready()
})()`

/** A page of the service with one button; the answer goes to the page around it. */
export function checkboxPage(label: string): string {
  const name = label.replaceAll(/[^\w -]/g, '')
  return `<!doctype html><html lang="en"><head><title>${name}</title>
<script>
addEventListener('click', async ({ target }) => {
  if (target.localName !== 'button') return
  const { answer } = await (await fetch('/answer', { method: 'POST' })).json()
  parent.postMessage({ answer }, '*')
})
addEventListener('message', () => document.querySelector('button').replaceWith('Done'))
</script></head><body style="background: #fff"><button type="button">I am a person</button></body></html>`
}
