import { useId, useState } from 'react'
import { Button } from '#client/kit/button/button.tsx'
import { TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'

type ShareProps = {
  /** What is shared, in the reader's language. */
  readonly title: string
  /** From the root of the shop; a page that everybody may see. */
  readonly path: string
}

/** Shares a page of the shop by the device's own dialog; else the link is copied, or shown where the browser has no clipboard for the page. */
export function Share({ title, path }: ShareProps) {
  const t = useT()
  const id = useId()
  const [isCopied, setIsCopied] = useState(false)
  const [address, setAddress] = useState<string>()
  const share = async () => {
    const url = new URL(path, window.location.href).href
    if ('share' in navigator && (await isShared({ title, url }))) return
    if (await isOnClipboard(url)) setIsCopied(true)
    else setAddress(url)
  }
  return (
    <>
      <Button tone="quiet" onClick={() => void share()} onBlur={() => setIsCopied(false)}>
        {t(isCopied ? 'foyer.share.copied' : 'foyer.share.event')}
      </Button>
      <span className="unseen" role="status">
        {isCopied ? t('foyer.share.copied') : ''}
      </span>
      {address !== undefined && (
        <TextField id={id} label={t('foyer.share.link')} value={address} readOnly ref={selectAll} />
      )}
    </>
  )
}

/** Ready to be copied by hand. */
function selectAll(field: HTMLInputElement | null): void {
  field?.focus()
  field?.select()
}

/** True too where the visitor closed the dialog: then nothing is to be copied. */
async function isShared(data: ShareData): Promise<boolean> {
  try {
    await navigator.share(data)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}

async function isOnClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
