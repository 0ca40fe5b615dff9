import { Component, type ErrorInfo, type ReactNode, startTransition, useEffect, useState } from 'react'
import { useIsByBrowser, useLocation } from '#client/routing/router.tsx'
import { Loading, Page, PageTitle, Shape, TextShape, useDeparture } from '../../kit/page/page.tsx'
import { useLanguage, useT } from '../../language/language-context.ts'
import type { Info } from '#contract/info.ts'
import { pictureAddress } from '#domain/foundation/picture-width.ts'
import { infoQuery } from '../calls/queries.ts'
import { useQuery } from '../calls/use-query.tsx'
import { wake } from '../early/awake.ts'
import { Banners } from './banners.tsx'
import { Button, Link } from '#client/kit/button/button.tsx'
import { Icon } from '#client/kit/mark/mark.tsx'
import { Blank, useToast } from '#client/kit/notice/notice.tsx'
import css from './shell.module.css'

export type ShellParts = {
  /** What goes along with every page and shows nothing of its own. */
  readonly companions?: ReactNode
  /** In the bar, before the language. */
  readonly account?: ReactNode
  /** In place of the usual bar. */
  readonly bar?: ReactNode
  /** Below the bar. */
  readonly notices?: ReactNode
  /** The page. */
  readonly children: ReactNode
}

/** What surrounds every page: a way past it for the keyboard, banners, the bar; the page's own faults end here. */
export function Shell({ companions, account, bar, notices, children }: ShellParts) {
  const t = useT()
  const { pathname } = useLocation()
  const { data: info } = useQuery(infoQuery())
  useTopOfNewPage()
  useDeparture()
  useEffect(wake, [])
  return (
    <>
      {companions}
      <a href="#content" className={css.skip}>
        {t('foyer.skip-to-content')}
      </a>
      <header>
        <Banners />
        {bar ?? <TopBar house={info?.house}>{account}</TopBar>}
        {notices}
      </header>
      <div id="page" className={css.content}>
        <ErrorBoundary address={pathname}>{children}</ErrorBoundary>
      </div>
    </>
  )
}

/** A page that was asked for begins at its top; going back finds the place that was left. */
function useTopOfNewPage(): void {
  const { pathname } = useLocation()
  const isByBrowser = useIsByBrowser()
  useEffect(() => {
    if (!isByBrowser) window.scrollTo(0, 0)
  }, [pathname, isByBrowser])
}

type TopBarProps = { readonly house: Info['house']; readonly children: ReactNode }

/** The name of the shop, what an application puts there, and the language. */
function TopBar({ house, children }: TopBarProps) {
  return (
    <div className={css.bar}>
      <Link to="/" className={css.house}>
        {house?.logo ? (
          <img className={css.logo} src={pictureAddress(house.logo, '640')} alt="" />
        ) : (
          <span className={css.mark} />
        )}
        <bdi>{house?.name}</bdi>
      </Link>
      {children}
      <LanguageChoice />
    </div>
  )
}

/** Only where there is something to choose. */
export function LanguageChoice() {
  const { language, offered, choose, t } = useLanguage()
  const toast = useToast()
  // The list shows the choice at once: with the arrow keys one goes on from there while the language is on its way.
  const [chosen, setChosen] = useState<string>()
  if (offered.length < 2) return null

  async function change(choice: string) {
    setChosen(choice)
    const isLoaded = await choose(choice)
    // Together with the language, which comes in a transition too.
    startTransition(() => setChosen(latest => (latest === choice ? undefined : latest)))
    if (!isLoaded) toast(t('foyer.language.not-loaded'), 'bad')
  }

  return (
    <label className={css.languages}>
      <Icon name="globe" />
      <span className="unseen">{t('reservation-page-complete.language')}</span>
      <select value={chosen ?? language} onChange={event => void change(event.target.value)}>
        {offered.map(({ locale, displayLanguage }) => (
          <option key={locale} value={locale} lang={locale}>
            {capitalised(displayLanguage, locale)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Many languages write their own name small; in a list of names it is capitalised. */
const capitalised = (name: string, locale: string): string => name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)

type Props = {
  readonly children: ReactNode
  /** Another address is another try. */
  readonly address: string
}

/** Catches what we did wrong while drawing a page, and offers to load it again. (React wants a class for this.) */
class ErrorBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  constructor(props: Props) {
    super(props)
    this.state = { hasFailed: false }
  }

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

/** The placeholder for a page that isn't here yet. */
export function PageShape() {
  const t = useT()
  return (
    <div className={css.shape}>
      <Page>
        <h1 className="unseen">{t('foyer.loading')}</h1>
        <Loading>
          <Shape width="24rem" height="3rem" round />
          <TextShape lines={3} />
          <Shape height="9rem" round />
        </Loading>
      </Page>
    </div>
  )
}
