import { WEBHOOK_KINDS, type WebhookKind } from '#domain/organiser/webhook/webhook.ts'
import { CheckboxField, FieldError, TextField } from '#client/kit/field/field.tsx'
import { useT } from '#client/language/language-context.ts'
import css from '../settings.module.css'

export type WebhookValues = {
  readonly url: string
  readonly description: string
  readonly kinds: readonly WebhookKind[]
}

type WebhookFieldsProps = {
  /** Begins the ids of the controls. */
  readonly id: string
  readonly values: WebhookValues
  readonly onChange: (values: WebhookValues) => void
  readonly problemOf: (field: string) => string | undefined
}

/** Where it is sent, what for, and which things. */
export function WebhookFields({ id, values, onChange, problemOf }: WebhookFieldsProps) {
  const t = useT()
  const problem = problemOf('kinds')
  const choose = (kind: WebhookKind, isChosen: boolean) =>
    onChange({ ...values, kinds: WEBHOOK_KINDS.filter(one => (one === kind ? isChosen : values.kinds.includes(one))) })
  return (
    <>
      <TextField
        id={`${id}-url`}
        type="url"
        inputMode="url"
        label={t('foyer.desk.webhooks.url')}
        hint={t('foyer.desk.webhooks.url.hint')}
        error={problemOf('url')}
        autoComplete="off"
        spellCheck={false}
        value={values.url}
        onChange={event => onChange({ ...values, url: event.target.value })}
      />
      <TextField
        id={`${id}-description`}
        label={t('foyer.desk.webhooks.description')}
        optional={t('foyer.desk.optional')}
        autoComplete="off"
        value={values.description}
        onChange={event => onChange({ ...values, description: event.target.value })}
      />
      <fieldset className={css.choices} id={`${id}-kinds`} tabIndex={-1}>
        <legend>{t('foyer.desk.webhooks.kinds')}</legend>
        <FieldError id={`${id}-kinds`} error={problem} />
        {WEBHOOK_KINDS.map(kind => (
          <CheckboxField
            key={kind}
            id={`${id}-${kind}`}
            label={t(`foyer.desk.webhook-kind.${kind}`)}
            checked={values.kinds.includes(kind)}
            onChange={event => choose(kind, event.target.checked)}
          />
        ))}
      </fieldset>
    </>
  )
}
