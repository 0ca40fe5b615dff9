/**
 * What a page inside a frame sends to the page around it. `status` and `id` are those of the reservation, empty before
 * there is one; a listener that knows nothing but them (lifecycle I) understands these messages too.
 */
export type ShopMessage =
  /** The shop is there and can be used. */
  | { readonly foyer: 'ready' }
  /** How high the page is, in CSS pixels. */
  | { readonly foyer: 'resize'; readonly height: number }
  /** The visitor has pressed Escape, and nothing in the frame has taken it. */
  | { readonly foyer: 'escape' }
  /** Another step has begun, or the reservation is in another state. */
  | { readonly foyer: 'step'; readonly step: string; readonly status: string; readonly id: string }
  /** The tickets belong to the visitor. */
  | { readonly foyer: 'complete'; readonly status: string; readonly id: string }
  /** The tickets have been released, by the visitor or because the time was up. */
  | { readonly foyer: 'close'; readonly status: 'CANCELLED'; readonly id: string }
  /**
   * The visitor has been shown a problem, in these words. `error` is the same for listeners that know that name, and
   * ends with the status of the HTTP answer that refused, as in "(422)"; 0 where none came (lifecycle I).
   */
  | {
      readonly foyer: 'error'
      readonly status: string
      readonly id: string
      readonly text: string
      readonly error: string
    }

/** Sends to the page around, if it is the one that is configured; no other ever receives it. */
export function postToParent(origin: string, message: ShopMessage): void {
  window.parent.postMessage(message, origin)
}
