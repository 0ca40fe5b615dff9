import type { ShopMessage } from '#client/shop/shell/embedding/message.ts'

/**
 * The shop inside another site's page: `<foyer-shop src="https://tickets.example.org/event/name" title="Tickets">` with
 * a plain link in it, which stays until the shop has said that it is there. The element dispatches what the shop sends
 * as events, named after the message, with the message as `detail` (docs/operating/embedding.md).
 */
class FoyerShop extends HTMLElement {
  static get observedAttributes(): string[] {
    return ['src', 'title']
  }

  // No fields with a value of their own: for browsers that get them wrong the build would import what writes them otherwise.
  declare private readonly frame: HTMLIFrameElement
  declare private readonly fallback: HTMLSlotElement
  declare private readonly receive: (message: MessageEvent<unknown>) => void

  constructor() {
    super()
    this.frame = document.createElement('iframe')
    this.fallback = document.createElement('slot')
    this.receive = message => this.passOn(message)
    this.frame.loading = 'lazy'
    this.frame.allow = 'payment; clipboard-write'
    // By hand, since the policy of the page around may allow no style elements.
    this.frame.style.cssText = 'display:block;inline-size:100%;block-size:1px;border:0'
    this.attachShadow({ mode: 'open' }).append(this.fallback, this.frame)
  }

  connectedCallback() {
    if (this.style.display === '') this.style.display = 'block'
    addEventListener('message', this.receive)
  }

  disconnectedCallback() {
    removeEventListener('message', this.receive)
  }

  attributeChangedCallback(name: string, _before: string | null, value: string | null) {
    if (name === 'title') this.frame.title = value ?? ''
    else if (this.origin() === undefined) this.frame.removeAttribute('src')
    else this.frame.src = value ?? ''
  }

  /** Of the shop; undefined while `src` is none that can be opened. */
  private origin(): string | undefined {
    try {
      const { protocol, origin } = new URL(this.getAttribute('src') ?? '')
      return /^https?:$/.test(protocol) ? origin : undefined
    } catch {
      return undefined
    }
  }

  private passOn({ source, origin, data }: MessageEvent<unknown>): void {
    if (source !== this.frame.contentWindow || origin !== this.origin() || !isMessage(data)) return
    const event = new CustomEvent(data.foyer, { detail: data, cancelable: true })
    if (!this.dispatchEvent(event)) return
    if (data.foyer === 'ready') this.fallback.hidden = true
    if (data.foyer === 'resize') this.frame.style.blockSize = `${Number(data.height) || 0}px`
    // A new step begins at its top, also where the page around has been scrolled.
    if (data.foyer === 'step' && this.getBoundingClientRect().top < 0) this.scrollIntoView()
  }
}

/** The decoding edge: the sender has been checked. */
function isMessage(data: unknown): data is ShopMessage {
  return typeof data === 'object' && data !== null && 'foyer' in data && typeof data.foyer === 'string'
}

if (!customElements.get('foyer-shop')) customElements.define('foyer-shop', FoyerShop)
