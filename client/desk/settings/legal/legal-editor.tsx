import { useState } from 'react'
import type { DeskLegalText } from '#contract/desk-legal.ts'
import { deskLegalTextPath } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { useQueryCache } from '#client/frame/calls/use-query.tsx'
import { Form, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button } from '#client/kit/button/button.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { MarkdownField } from '../../editor/fields/markdown-field.tsx'
import { TextLanguage } from '../../editor/text-language.tsx'
import { DeleteButton } from '../../parts/delete-button.tsx'
import { Ask } from '../../parts/ask.tsx'
import { Acts, Stack } from '../../parts/work.tsx'
import { LEGAL_KEY } from './queries.ts'
import { type LegalEditorProps, useWriting } from './use-writing.ts'

/** The next version of a text, in each language of the shop: saved as a draft, then published. */
export function LegalEditor(props: LegalEditorProps) {
  const { kind } = props
  const t = useT()
  const { language: own, offered } = useLanguage()
  const [language, setLanguage] = useState<string>(own)
  const [isAsking, setAsking] = useState(false)
  const writing = useWriting(props, setLanguage)
  const { texts, type, base, problems, isSending } = writing
  const problemOf = useProblemOf(problems)
  const field = `legal-${kind}`
  const missing = offered
    .filter(({ locale }) => (texts[locale] ?? '').trim() === '')
    .map(({ locale }) => ({ language: locale, members: ['texts'] }))
  return (
    <Form problems={problems} title={t('foyer.desk.not-saved')} onSubmit={writing.save} idOf={() => field}>
      <Stack>
        <TextLanguage language={language} onChange={setLanguage} missing={missing} />
        <MarkdownField
          id={field}
          label={t(`foyer.legal.${kind}`)}
          hint={t('foyer.desk.legal.hint')}
          error={problemOf(`texts.${language}`) ?? problemOf('texts')}
          value={texts[language] ?? ''}
          placeholder=""
          lang={language}
          onChange={text => type({ ...texts, [language]: text })}
        />
        {writing.conflict && <Meanwhile conflict={writing.conflict} onTheirs={writing.theirs} onMine={writing.mine} />}
        <Acts>
          <Button type="submit" tone="quiet" busy={isSending}>
            {t('foyer.desk.legal.save')}
          </Button>
          <Button busy={isSending} onClick={() => setAsking(true)}>
            {t('foyer.desk.legal.publish')}
          </Button>
          {base && <Delete id={base.id} onDone={writing.leave} />}
          <Button tone="quiet" onClick={writing.leave}>
            {t('foyer.desk.leave-it')}
          </Button>
        </Acts>
      </Stack>
      <Ask
        isOpen={isAsking}
        title={t('foyer.desk.legal.publish.title')}
        act={t('foyer.desk.legal.publish')}
        isSending={isSending}
        onAct={async () => {
          await writing.publish()
          setAsking(false)
        }}
        onLeave={isSending ? undefined : () => setAsking(false)}
      >
        <p>{t('foyer.desk.legal.publish.text')}</p>
      </Ask>
    </Form>
  )
}

type MeanwhileProps = {
  readonly conflict: DeskLegalText
  /** Goes on with the text of the other member. */
  readonly onTheirs: (other: DeskLegalText) => void
  /** Goes on with what is typed: the next save replaces what the other member wrote. */
  readonly onMine: (other: DeskLegalText) => void
}

/** Another member has changed or published the draft; nothing is lost until one of both is chosen. */
function Meanwhile({ conflict, onTheirs, onMine }: MeanwhileProps) {
  const t = useT()
  return (
    <div role="alert">
      <Notice tone="warn">
        <p>{t(`foyer.desk.legal.meanwhile.${conflict.publishedAt === null ? 'changed' : 'published'}`)}</p>
        <Acts>
          <Button tone="quiet" onClick={() => onTheirs(conflict)}>
            {t('foyer.desk.legal.theirs')}
          </Button>
          <Button tone="quiet" onClick={() => onMine(conflict)}>
            {t('foyer.desk.legal.mine')}
          </Button>
        </Acts>
      </Notice>
    </div>
  )
}

function Delete({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const t = useT()
  const cache = useQueryCache()
  const { send, isSending } = useSending()
  const remove = () =>
    send(
      () => server().call('DELETE', deskLegalTextPath, { params: { legalTextId: id } }),
      async () => {
        onDone()
        await cache.invalidateQueries(LEGAL_KEY)
      },
    )
  return (
    <DeleteButton sure={t('foyer.desk.legal.delete.sure')} isSending={isSending} onSure={() => void remove()}>
      {t('foyer.desk.legal.delete')}
    </DeleteButton>
  )
}
