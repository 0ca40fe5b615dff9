import type { LegalText } from '#contract/legal-text.ts'
import { legalTextPagePath, pathTo } from '#contract/paths.ts'
import { inLanguage, otherLanguage } from '#domain/foundation/language/texts.ts'
import { type Failure, failureOf } from '#client/frame/calls/call-result.ts'
import { infoQuery } from '#client/frame/calls/queries.ts'
import { useQuery } from '#client/frame/calls/use-query.tsx'
import { Button, Link } from '#client/kit/button/button.tsx'
import { Blank, Notice } from '#client/kit/notice/notice.tsx'
import { Loading, Page as PageFrame, PageTitle, Shape, TextShape, useHouseTitle } from '#client/kit/page/page.tsx'
import { Html } from '#client/kit/rich-text/rich-text.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { useDates, useOwnZone } from '#client/language/use-dates.ts'
import { useParams } from '#client/routing/router.tsx'
import { legalTextQuery } from '../../shell/calls/legal-text-query.ts'
import { legalTitle } from '../../shell/document/legal-title.ts'
import css from './legal-text.module.css'

/** A version of terms or of a privacy policy: what it says, since when, and whether there is a newer one. */
export function Page() {
  const { id = '' } = useParams()
  const text = useQuery(legalTextQuery(id))
  if (text.data) return <TextView text={text.data} />
  if (text.isPending) return <TextViewShape />
  return <NoText failure={failureOf(text.error)} onRetry={() => void text.refetch()} />
}

function TextView({ text }: { readonly text: LegalText }) {
  const { language, t, offered } = useLanguage()
  const { data: info } = useQuery(infoQuery())
  const { kind, texts, newest } = text
  const title = t(`foyer.legal.${kind}`)
  const owner = text.owner ?? info?.house?.name
  const other = otherLanguage(texts, language)
  const nameOf = (locale: string) => offered.find(one => one.locale === locale)?.displayLanguage ?? locale
  useHouseTitle(legalTitle(text, t), text.owner ?? undefined)
  return (
    <PageFrame narrow>
      <header className={css.head}>
        <PageTitle quiet>{title}</PageTitle>
        {owner !== undefined && <p dir="auto">{owner}</p>}
        <Versions text={text} />
      </header>
      {newest !== null && <Newer id={newest.id} publishedAt={newest.publishedAt} />}
      {other !== undefined && <Notice>{t('foyer.legal.other-language', nameOf(other))}</Notice>}
      <article className={css.text}>
        <Html html={inLanguage(texts, language)} lang={other} />
      </article>
    </PageFrame>
  )
}

/** Since when it holds, and what held before. */
function Versions({ text: { publishedAt, earlier } }: { readonly text: LegalText }) {
  const t = useT()
  const dates = useDates(useOwnZone() ?? 'UTC')
  return (
    <p className={`soft ${css.versions}`}>
      <span>{t('foyer.legal.version', dates.shortDay(publishedAt))}</span>
      {earlier !== null && (
        <Link to={pathTo(legalTextPagePath, { id: earlier.id })}>
          {t('foyer.legal.earlier', dates.shortDay(earlier.publishedAt))}
        </Link>
      )}
    </p>
  )
}

function Newer({ id, publishedAt }: { readonly id: string; readonly publishedAt: number }) {
  const t = useT()
  const dates = useDates(useOwnZone() ?? 'UTC')
  return (
    <Notice action={<Link to={pathTo(legalTextPagePath, { id })}>{t('foyer.legal.newest')}</Link>}>
      {t('foyer.legal.newer', dates.shortDay(publishedAt))}
    </Notice>
  )
}

type NoTextProps = { readonly failure: Failure; readonly onRetry: () => void }

/** There is no such version, or it can't be read just now. */
function NoText({ failure, onRetry }: NoTextProps) {
  const t = useT()
  const isMissing = failure.kind === 'missing'
  const title = t(isMissing ? 'foyer.legal.missing.title' : 'foyer.unreachable.title')
  useHouseTitle(title)
  return (
    <PageFrame>
      <Blank
        title={<PageTitle>{title}</PageTitle>}
        action={!isMissing && <Button onClick={onRetry}>{t('foyer.unreachable.retry')}</Button>}
      >
        <p>{t(isMissing ? 'foyer.legal.missing.text' : 'foyer.unreachable.text')}</p>
      </Blank>
    </PageFrame>
  )
}

function TextViewShape() {
  return (
    <PageFrame narrow>
      <Loading>
        <Shape width="16rem" height="2rem" />
        <TextShape lines={8} />
      </Loading>
    </PageFrame>
  )
}
