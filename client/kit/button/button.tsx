import { type ComponentProps, type MouseEvent, type ReactNode, useState } from 'react'
import { useT } from '#client/language/language-context.ts'
import { type To, hrefOf, useLocation, useNavigate } from '#client/routing/router.tsx'
import css from './button.module.css'

/** `main` is the one thing to do next, `quiet` goes beside it, `danger` takes something away. */
type ButtonTone = 'main' | 'quiet' | 'danger'

type Look = { readonly tone?: ButtonTone; readonly wide?: boolean }

type ButtonProps = Look &
  Omit<ComponentProps<'button'>, 'className' | 'disabled'> & {
    /** Shows that the action is under way; pressing again does nothing. */
    readonly busy?: boolean
    /** Why it can't be pressed now. It stays reachable, so that the reason can be read. */
    readonly blockedBecauseOf?: string | undefined
    readonly disabled?: boolean
  }

/** A button; named for what it does. */
export function Button({ tone = 'main', wide = false, busy = false, blockedBecauseOf, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={css.button}
      data-tone={tone}
      data-wide={wide || undefined}
      data-busy={busy || undefined}
      aria-disabled={busy || blockedBecauseOf !== undefined || undefined}
      aria-describedby={blockedBecauseOf ?? rest['aria-describedby']}
      onClick={event => (busy ? event.preventDefault() : onClick?.(event))}
    />
  )
}

/** A link inside the shop that looks like a button. */
export function ButtonLink({ tone = 'main', wide = false, ...rest }: Look & Omit<LinkProps, 'className'>) {
  return <Link {...rest} className={css.button} data-tone={tone} data-wide={wide || undefined} />
}

/** A link out of the shop, or to a file, that looks like a button. */
export function ButtonAnchor({ tone = 'main', wide = false, ...rest }: Look & Omit<ComponentProps<'a'>, 'className'>) {
  return <a {...rest} className={css.button} data-tone={tone} data-wide={wide || undefined} />
}

/** A button that looks like a link, for what is done on the side. */
export function TextButton({
  busy = false,
  ...rest
}: Omit<ComponentProps<'button'>, 'className'> & { busy?: boolean }) {
  return <button type="button" {...rest} className={css.text} aria-disabled={busy || undefined} />
}

/** Buttons side by side; the main action last, at the end of the line; full width and first on a phone. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className={css.row}>{children}</div>
}

type CopyButtonProps = {
  /** What is put on the clipboard. */
  readonly text: string
  /** What it is, for users of a screen reader on a page of many such buttons: "Account". */
  readonly subject: string
  /** The text that says it is done. */
  readonly done?: string
}

/** Copies a value so that the buyer need not retype it; says so on the button and aloud. */
export function CopyButton({ text, subject, done = 'foyer.copy.done' }: CopyButtonProps) {
  const t = useT()
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setIsCopied(true)
  }
  return (
    <>
      <button type="button" className={css.copy} onClick={() => void copy()} onBlur={() => setIsCopied(false)}>
        {t(isCopied ? done : 'foyer.copy')}
        <span className="unseen">: {subject}</span>
      </button>
      <span className="unseen" role="status">
        {isCopied ? t(done) : ''}
      </span>
    </>
  )
}

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  readonly to: To
  /** Kept with the entry in the history. */
  readonly state?: unknown
}

/** A link inside the shop: the page changes without a load. To the present address it adds no entry to the history. */
export function Link({ to, state, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate()
  const here = hrefOf(useLocation())
  const href = hrefOf(to)
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    navigate(to, { state, replace: href === here })
  }
  return <a {...rest} href={href} onClick={press} />
}

/** The others open a tab or a window, or save the page: the browser does it. */
const isPlainClick = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || altKey || ctrlKey || shiftKey)
