import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Button } from '#client/kit/button/button.tsx'
import { Blank } from '#client/kit/notice/notice.tsx'
import { Page, PageTitle } from '#client/kit/page/page.tsx'
import { useT } from '#client/language/language-context.ts'

type Props = {
  readonly children: ReactNode
  /** Another address is another try. */
  readonly address: string
}

/** Catches what we did wrong while drawing a page, and offers to load it again. (React wants a class for this.) */
export class ErrorBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidUpdate(before: Props) {
    if (this.state.hasFailed && before.address !== this.props.address) this.setState({ hasFailed: false })
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo) {
    console.error(error, componentStack)
  }

  override render() {
    return this.state.hasFailed ? <BrokenPage /> : this.props.children
  }
}

function BrokenPage() {
  const t = useT()
  return (
    <Page>
      <Blank
        title={<PageTitle>{t('foyer.broken.title')}</PageTitle>}
        action={<Button onClick={() => location.reload()}>{t('foyer.broken.reload')}</Button>}
      >
        <p>{t('foyer.broken.text')}</p>
      </Blank>
    </Page>
  )
}
