import type { ShopMessage } from '#client/shop/shell/embedding/message.ts'

/**
 * The shop inside another site's page: `<foyer-shop src="https://tickets.example.org/event/name" title="Tickets">` with
 * a plain link in it, which stays until the shop has said that it is there. With `dialog` the link stays, and opens the
 * shop above the page; with `view="tickets"` the shop has neither bar nor picture. The element dispatches what the shop
 * sends as events, named after the message, with the message as `detail` (docs/operating/embedding.md).
 */
class FoyerShop extends HTMLElement {
  static get observedAttributes(): string[] {
    return ['src', 'title', 'view']
  }

  // No fields with a value of their own: for browsers that get them wrong the build would import what writes them otherwise.
  declare private readonly frame: HTMLIFrameElement
  declare private readonly fallback: HTMLSlotElement
  declare private readonly receive: (message: MessageEvent<unknown>) => void
  /** Around the frame, where the shop opens above the page. */
  declare private dialog: HTMLDialogElement | undefined

  constructor() {
    super()
    this.frame = document.createElement('iframe')
    this.fallback = document.createElement('slot')
    this.receive = message => this.passOn(message)
    this.frame.loading = 'lazy'
    this.frame.allow = 'payment; clipboard-write'
    // By hand, since the policy of the page around may allow no style elements.
    this.frame.style.cssText = 'display:block;inline-size:100%;block-size:1px;border:0'
    this.attachShadow({ mode: 'open' }).append(this.fallback)
  }

  connectedCallback() {
    const opensAbove = this.hasAttribute('dialog')
    if (this.style.display === '') this.style.display = opensAbove ? 'inline-block' : 'block'
    addEventListener('message', this.receive)
    if (!opensAbove) this.shadowRoot?.append(this.frame)
    else if (!this.dialog) this.shadowRoot?.append((this.dialog = this.above()))
  }

  disconnectedCallback() {
    removeEventListener('message', this.receive)
    this.dialog?.close()
  }

  attributeChangedCallback(name: string) {
    if (name === 'title') this.frame.title = this.title
    else if (!this.dialog) this.load()
  }

  private load(): void {
    const address = this.address()
    if (!address) return this.frame.removeAttribute('src')
    const view = this.getAttribute('view')
    if (view) address.searchParams.set('view', view)
    if (!address.searchParams.has('via')) address.searchParams.set('via', `embed.${location.host}`)
    this.frame.src = address.href
  }

  /** Of the shop; undefined while `src` is none that can be opened. */
  private address(): URL | undefined {
    try {
      const url = new URL(this.getAttribute('src') ?? '')
      return /^https?:$/.test(url.protocol) ? url : undefined
    } catch {
      return undefined
    }
  }

  /** The frame in a dialog that the link opens: a sheet over the whole screen on a telephone. */
  private above(): HTMLDialogElement {
    const dialog = document.createElement('dialog')
    const [bar, name, close] = [
      document.createElement('div'),
      document.createElement('b'),
      document.createElement('button'),
    ]
    bar.style.cssText =
      'position:sticky;inset-block-start:0;z-index:1;display:flex;justify-content:space-between;align-items:center;' +
      'padding-inline-start:16px;background:Canvas;color:CanvasText;font:17px system-ui'
    name.textContent = this.title
    close.type = 'button'
    close.textContent = '×'
    close.ariaLabel = CLOSE[document.documentElement.lang.slice(0, 2)] ?? 'Close'
    close.style.cssText =
      'inline-size:48px;block-size:48px;border:0;background:none;color:inherit;font:28px/1 system-ui;cursor:pointer'
    bar.append(name, close)
    close.onclick = () => dialog.close()
    dialog.onclose = () => document.documentElement.style.removeProperty('overflow')
    dialog.append(bar, this.frame)
    this.onclick = event => {
      const isPlain = !(event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      const isLink = event.target instanceof Element && event.target.closest('a, button') && this.contains(event.target)
      if (!isPlain || !isLink || !this.address()) return
      event.preventDefault()
      this.open(dialog)
    }
    // A press beside it, on the veil.
    dialog.onclick = ({ target }) => {
      if (target === dialog) dialog.close()
    }
    return dialog
  }

  private open(dialog: HTMLDialogElement): void {
    const isSmall = innerWidth < 640
    dialog.ariaLabel = this.title
    dialog.style.cssText =
      'padding:0;border:0;overflow:auto;overscroll-behavior:contain;background:Canvas;' +
      (isSmall
        ? 'inline-size:100%;max-inline-size:none;block-size:100%;max-block-size:none;margin:0'
        : 'inline-size:min(46rem,94vw);max-block-size:92vh;border-radius:14px')
    // Later it is there as it was left.
    if (!this.frame.src) this.load()
    document.documentElement.style.overflow = 'hidden'
    dialog.showModal()
  }

  private passOn({ source, origin, data }: MessageEvent<unknown>): void {
    if (source !== this.frame.contentWindow || origin !== this.address()?.origin || !isMessage(data)) return
    const event = new CustomEvent(data.foyer, { detail: data, cancelable: true })
    if (!this.dispatchEvent(event)) return
    if (data.foyer === 'ready') this.fallback.hidden = !this.dialog
    if (data.foyer === 'escape') this.dialog?.close()
    if (data.foyer === 'resize') this.frame.style.blockSize = `${Number(data.height) || 0}px`
    // A new step begins at its top, also where the page around has been scrolled.
    if (data.foyer === 'step') {
      if (this.dialog) this.dialog.scrollTop = 0
      else if (this.getBoundingClientRect().top < 0) this.scrollIntoView()
    }
  }
}

const CLOSE: Readonly<Record<string, string>> = { de: 'Schliessen', fr: 'Fermer', it: 'Chiudi' }

/** The decoding edge: the sender has been checked. */
function isMessage(data: unknown): data is ShopMessage {
  return typeof data === 'object' && data !== null && 'foyer' in data && typeof data.foyer === 'string'
}

if (!customElements.get('foyer-shop')) customElements.define('foyer-shop', FoyerShop)
