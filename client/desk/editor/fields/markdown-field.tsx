import { useEffect, useId, useState } from 'react'
import { deskMarkdownPath } from '#contract/paths.ts'
import { explain, failureOf, problemText, valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { keepPreviousData, queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'
import { TextButton } from '#client/kit/button/button.tsx'
import { FieldFrame, type FieldTexts, controlProps } from '#client/kit/field/field.tsx'
import { Html } from '#client/kit/rich-text/rich-text.tsx'
import { useT } from '#client/language/language-context.ts'
import css from './markdown-field.module.css'

type MarkdownFieldProps = FieldTexts & {
  readonly value: string
  readonly placeholder: string
  readonly lang: string
  readonly onChange: (text: string) => void
}

/** A description, and beside it what the shop will make of it; below it where there is little room. */
export function MarkdownField({ value, placeholder, lang, onChange, ...texts }: MarkdownFieldProps) {
  const t = useT()
  const preview = useId()
  const [isShown, setShown] = useState(false)
  return (
    <div className={css.markdown}>
      <div className={css.pair} data-shown={isShown || undefined}>
        <FieldFrame {...texts}>
          <textarea
            {...controlProps(texts)}
            dir="auto"
            rows={isShown ? 12 : 6}
            value={value}
            placeholder={placeholder}
            lang={lang}
            onChange={event => onChange(event.target.value)}
          />
        </FieldFrame>
        {isShown && (
          <section id={preview} className={css.preview} aria-label={t('foyer.desk.edit.preview.of', texts.label)}>
            <Preview text={value} lang={lang} />
          </section>
        )}
      </div>
      <p className={css.below}>
        <TextButton
          aria-expanded={isShown}
          aria-controls={isShown ? preview : undefined}
          onClick={() => setShown(!isShown)}
        >
          {t(isShown ? 'foyer.desk.edit.preview.hide' : 'foyer.desk.edit.preview.show')}
          <span className="unseen">: {texts.label}</span>
        </TextButton>
        <span className="soft small">{t('foyer.desk.edit.markdown')}</span>
      </p>
    </div>
  )
}

const AS_TYPED_MS = 300

const previewQuery = (text: string) =>
  queryOptions({
    queryKey: ['desk', 'markdown', text],
    queryFn: ({ signal }) => valueOf(server().call('POST', deskMarkdownPath, { body: { text }, signal })),
    staleTime: Infinity,
  })

/** The last text that was typed for a moment; what was drawn before stays meanwhile. */
function Preview({ text, lang }: { readonly text: string; readonly lang: string }) {
  const t = useT()
  const settled = useSettled(text)
  const { data, error } = useQuery({ ...previewQuery(settled), placeholderData: keepPreviousData })
  if (error !== undefined) {
    return explain(failureOf(error)).map(problem => (
      <p key={problem.code} role="alert">
        {problemText(t, problem)}
      </p>
    ))
  }
  if (data?.html === '') return <p className="soft">{t('foyer.desk.edit.preview.empty')}</p>
  return data && <Html html={data.html} lang={lang} />
}

/** The text once nothing more is typed. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), AS_TYPED_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
