import { useState } from 'react'
import type { DeskText } from '#contract/desk-organizations.ts'
import { deskTextsPath } from '#contract/paths.ts'
import { valueOf } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { keepPreviousData, queryOptions, useQuery } from '#client/frame/calls/use-query.tsx'
import { useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { TextField } from '#client/kit/field/field.tsx'
import { TextAreaField } from '#client/kit/field/question-fields.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Panel, Stack } from '../parts/work.tsx'
import { LanguageField } from './language-field.tsx'
import { MailSample } from './mail-sample.tsx'
import { asQuery } from './place.ts'
import { type Place } from './sections.ts'
import css from './settings.module.css'

const textsQuery = (place: Place, language: string, search: string) =>
  queryOptions({
    queryKey: ['desk', 'texts', place.organizationId, language, search],
    queryFn: ({ signal }) =>
      valueOf(server().call('GET', deskTextsPath, { query: { ...asQuery(place), language, search }, signal })),
    staleTime: 0,
  })

/** The words of the shop in a language: found, said otherwise, and put back. */
export function OwnTexts({ place }: { readonly place: Place }) {
  const t = useT()
  const { language: own } = useLanguage()
  const [language, setLanguage] = useState<string>(own)
  const [search, setSearch] = useState('')
  const query = useQuery({ ...textsQuery(place, language, search), placeholderData: keepPreviousData })
  return (
    <Stack>
      <Panel title={t('foyer.desk.texts.find')}>
        <div className={css.form}>
          <LanguageField id="texts-language" value={language} onChoose={setLanguage} />
          <TextField
            id="texts-search"
            type="search"
            label={t('foyer.desk.texts.search')}
            hint={t('foyer.desk.texts.search.hint')}
            value={search}
            onChange={event => setSearch(event.target.value)}
          />
        </div>
      </Panel>
      <Loaded query={query}>
        {({ texts, areMore }) => (
          <Panel title={search === '' ? t('foyer.desk.texts.own') : t('foyer.desk.texts.found', texts.length)} flush>
            <ul className={css.list}>
              {texts.length === 0 && <li className="soft">{t('foyer.desk.texts.none')}</li>}
              {texts.map(text => (
                <TextLine key={`${language} ${text.key}`} {...{ place, language, text }} onSaved={query.refetch} />
              ))}
              {areMore && <li className="soft">{t('foyer.desk.texts.more')}</li>}
            </ul>
          </Panel>
        )}
      </Loaded>
      <MailSample place={place} language={language} />
    </Stack>
  )
}

type TextLineProps = {
  readonly place: Place
  readonly language: string
  readonly text: DeskText
  readonly onSaved: () => unknown
}

function TextLine({ place, language, text: { key, shipped, own }, onSaved }: TextLineProps) {
  const t = useT()
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? own ?? shipped
  const put = (text: string | null) =>
    send(
      () => server().call('PUT', deskTextsPath, { body: { ...place, language, key, text } }),
      async result => {
        if (result.kind !== 'done') return
        await onSaved()
        setTyped(undefined)
      },
    )
  return (
    <li>
      <TextAreaField
        id={`text-${key}`}
        label={key}
        hint={own === null ? undefined : t('foyer.desk.texts.shipped', shipped)}
        error={problemOf('key') ?? problemOf('language')}
        rows={2}
        lang={language}
        value={shown}
        onChange={event => setTyped(event.target.value)}
      />
      <div className={css.copied}>
        {typed !== undefined && typed !== (own ?? shipped) && (
          <Button busy={isSending} onClick={() => void put(typed)}>
            {t('foyer.desk.save')}
            <span className="unseen">: {key}</span>
          </Button>
        )}
        {own !== null && (
          <Button tone="quiet" busy={isSending} onClick={() => void put(null)}>
            {t('foyer.desk.put-back')}
            <span className="unseen">: {key}</span>
          </Button>
        )}
      </div>
    </li>
  )
}
