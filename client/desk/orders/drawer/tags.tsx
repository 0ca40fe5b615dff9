import { useState } from 'react'
import { deskOrderTagsPath } from '#contract/paths.ts'
import { server } from '#client/frame/calls/server.ts'
import { Form, useProblemOf, useSending } from '#client/frame/forms/sent-form.tsx'
import { Button, TextButton } from '#client/kit/button/button.tsx'
import { TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import type { PartProps } from './part.ts'
import css from './drawer.module.css'

/** The words that an order is found by. */
export function Tags({ order: { id, tags, isErased }, reload }: PartProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  if (isErased) return null
  if (isOpen) {
    const close = async () => {
      await reload()
      setOpen(false)
    }
    return <EditTags orderId={id} tags={tags} onDone={close} />
  }
  return (
    <p className={css.tags}>
      {tags.map(tag => (
        <span key={tag} className={css.tag} dir="auto">
          {tag}
        </span>
      ))}
      <TextButton onClick={() => setOpen(true)}>
        {t(`foyer.desk.order.tags.${tags.length > 0 ? 'edit' : 'add'}`)}
      </TextButton>
    </p>
  )
}

type EditTagsProps = { readonly orderId: string; readonly tags: readonly string[]; readonly onDone: () => unknown }

function EditTags({ orderId, tags, onDone }: EditTagsProps) {
  const t = useT()
  const [typed, setTyped] = useState(tags.join(', '))
  const { send, isSending, problems } = useSending()
  const problemOf = useProblemOf(problems)
  const put = () =>
    send(
      () =>
        server().call('PUT', deskOrderTagsPath, {
          params: { orderId },
          body: { tags: typed.split(',').map(tag => tag.trim()) },
        }),
      answer => answer.kind === 'done' && onDone(),
    )
  return (
    <Form problems={problems} title={t('foyer.desk.order.note.refused')} onSubmit={put} idOf={() => 'tags'}>
      <TextField
        id="tags"
        label={t('foyer.desk.order.tags')}
        hint={t('foyer.desk.order.tags.hint')}
        error={problemOf('tags')}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
      <div>
        <Button type="submit" tone="quiet" busy={isSending}>
          {t('foyer.desk.order.tags.save')}
        </Button>
      </div>
    </Form>
  )
}
