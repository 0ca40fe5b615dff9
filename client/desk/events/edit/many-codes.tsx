import { useState } from 'react'
import type { PromoCodeRequest } from '#contract/event-file.ts'
import type { DeskEvent } from '#contract/desk-event.ts'
import { deskEventCodesPath, pathTo } from '#contract/paths.ts'
import { problemText } from '#client/frame/calls/call-result.ts'
import { server } from '#client/frame/calls/server.ts'
import { Form, type Problems, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button, ButtonAnchor } from '#client/kit/button/button.tsx'
import { FieldPair, TextField } from '#client/kit/field/field.tsx'
import { TextAreaField } from '#client/kit/field/question-fields.tsx'
import { Notice, useToast } from '#client/kit/notice/notice.tsx'
import { useLanguage, useT } from '#client/language/language-context.ts'
import { FieldContext } from '../../editor/fields/field-context.ts'
import { FieldGrid } from '../../editor/fields/field-grid.tsx'
import { MemberField } from '../../editor/fields/member-field.tsx'
import { type Json, type Path, valueAt, withValueAt } from '../../editor/member.ts'
import { FileField } from '../../parts/file-field.tsx'
import { Acts, Panel, Stack } from '../../parts/work.tsx'
import { PROMO_CODES } from '../members/event-members.ts'
import { codesOfList } from './code-list.ts'

type ManyCodesProps = {
  readonly event: DeskEvent
  /** Codes are changed and not saved: what is added would be a conflict with them. */
  readonly isChanged: boolean
  readonly reload: () => Promise<unknown>
}

/** What is typed of many codes. */
type Typed = { readonly count: string; readonly prefix: string; readonly length: string; readonly list: string }

const NOTHING: Typed = { count: '', prefix: '', length: '8', list: '' }

/** So many codes that do the same: drawn by the shop, or of a list; and all codes of the event as a file. */
export function ManyCodes(props: ManyCodesProps) {
  const { event, isChanged } = props
  const t = useT()
  const [typed, setTyped] = useState(NOTHING)
  const [like, setLike] = useState<Json>({ codeType: 'DISCOUNT', discountType: 'PERCENTAGE' })
  const { add, isSending, problems } = useAdding(props)
  const submit = () => add(typed, like, () => setTyped(NOTHING))
  const change = (changed: Partial<Typed>) => setTyped({ ...typed, ...changed })
  return (
    <Panel
      title={t('foyer.desk.codes.many')}
      aside={
        <ButtonAnchor
          tone="quiet"
          href={pathTo(deskEventCodesPath, { eventId: event.id })}
          download={`codes-${event.shortName}.csv`}
        >
          {t('foyer.desk.codes.download')}
        </ButtonAnchor>
      }
    >
      <Form problems={problems} title={t('foyer.desk.codes.refused')} onSubmit={submit} idOf={idOf}>
        <Stack>
          <Names typed={typed} change={change} />
          <Like like={like} onChange={setLike} event={event} problems={problems} />
          {isChanged && <Notice>{t('foyer.desk.codes.save-first')}</Notice>}
          <Acts>
            <Button type="submit" busy={isSending} disabled={isChanged}>
              {t('foyer.desk.codes.add')}
            </Button>
          </Acts>
        </Stack>
      </Form>
    </Panel>
  )
}

/** Sends them over the version that is shown: a press that is repeated adds nothing. */
function useAdding({ event, reload }: ManyCodesProps) {
  const t = useT()
  const toast = useToast()
  const { send, ...sending } = useSending()
  const add = ({ count, prefix, length, list }: Typed, like: Json, then: () => void) => {
    const names = [...codesOfList(list)]
    const drawn = count.trim() === '' ? null : { count: Number(count), prefix, length: Number(length) }
    return send(
      () =>
        server().call('POST', deskEventCodesPath, {
          params: { eventId: event.id },
          // The decoding edge: the server refuses what is none of its members, by the field.
          body: { base: event.version, like: like as PromoCodeRequest, names, drawn },
        }),
      async answer => {
        if (answer.kind === 'done') {
          toast(t('foyer.desk.codes.added', answer.value.added.length), 'good')
          then()
        }
        if (answer.kind === 'conflict') toast(t('foyer.desk.codes.meanwhile'), 'bad')
        if (answer.kind === 'done' || answer.kind === 'conflict') await reload()
      },
    )
  }
  return { add, ...sending }
}

type NamesProps = { readonly typed: Typed; readonly change: (changed: Partial<Typed>) => void }

/** How they are called: as the shop draws them, or as a list says. */
function Names({ typed, change }: NamesProps) {
  const t = useT()
  return (
    <>
      <FieldPair>
        <TextField
          id="codes-count"
          label={t('foyer.desk.codes.count')}
          inputMode="numeric"
          value={typed.count}
          onChange={event => change({ count: event.target.value })}
        />
        <TextField
          id="codes-prefix"
          label={t('foyer.desk.codes.prefix')}
          autoComplete="off"
          value={typed.prefix}
          onChange={event => change({ prefix: event.target.value })}
        />
      </FieldPair>
      <TextField
        id="codes-length"
        label={t('foyer.desk.codes.length')}
        hint={t('foyer.desk.codes.length.hint')}
        inputMode="numeric"
        value={typed.length}
        onChange={event => change({ length: event.target.value })}
      />
      <TextAreaField
        id="codes-list"
        label={t('foyer.desk.codes.list')}
        hint={t('foyer.desk.codes.list.hint')}
        rows={3}
        value={typed.list}
        onChange={event => change({ list: event.target.value })}
      />
      <FileField
        id="codes-file"
        label={t('foyer.desk.codes.file')}
        choose={t('foyer.desk.import.choose')}
        accept=".csv,.txt"
        onChoose={file => void file.text().then(list => change({ list }))}
      />
    </>
  )
}

type LikeProps = Pick<ManyCodesProps, 'event'> & {
  readonly like: Json
  readonly onChange: (next: Json) => void
  readonly problems: Problems | undefined
}

/** What each of them does: the fields of one code without its name. */
function Like({ like, onChange, event, problems }: LikeProps) {
  const { t, language } = useLanguage()
  const draft: Json = { like }
  const setting = {
    draft,
    organizationId: event.organizationId,
    // A new code was nothing before.
    storedAt: (path: Path) => valueAt(draft, path),
    language,
    change: (path: Path, value: Json) => onChange(valueAt(withValueAt(draft, path, value), ['like'])),
    problemOf: (path: Path) => {
      const found = problems?.list.find(({ field }) => field === path.join('.'))
      return found && problemText(t, found)
    },
    hasProblemBelow: (path: Path) =>
      problems?.list.some(({ field }) => field.startsWith(`${path.join('.')}.`)) ?? false,
    fixedBecause: () => undefined,
  }
  return (
    <FieldContext value={setting}>
      <FieldGrid>
        {PROMO_CODES.members
          .filter(({ name }) => name !== 'name')
          .map(member => (
            <MemberField key={member.name} member={member} above={['like']} />
          ))}
      </FieldGrid>
    </FieldContext>
  )
}

/** The control of a field that the server names. */
function idOf(field: string): string {
  if (field.startsWith('names')) return 'codes-list'
  if (field.startsWith('drawn.')) return `codes-${field.slice('drawn.'.length)}`
  return `f-${field.replaceAll('.', '-')}`
}
