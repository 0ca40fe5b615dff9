import { PageTitle, useTabTitle } from '#client/kit/page/page-title.tsx'
import { Page as PageFrame, Section } from '#client/kit/page/page.tsx'
import type { Example } from '#client/kit/example.ts'
import css from './gallery.module.css'

const modules = import.meta.glob<{ examples: readonly Example[] }>('../../../../kit/*/examples.tsx', { eager: true })

const kit = Object.entries(modules).map(([path, { examples }]) => ({ name: path.split('/').at(-2) ?? path, examples }))

/** Every component of the kit in all its states. */
export function Page() {
  useTabTitle('Kit · Foyer')
  return (
    <PageFrame>
      <PageTitle quiet>Kit</PageTitle>
      {kit.map(({ name, examples }) => (
        <Section key={name} title={name} id={`kit-${name}`}>
          <div className={css.examples}>
            {examples.map(example => (
              <figure
                key={example.name}
                className={css.example}
                data-wide={example.wide || undefined}
                id={`kit-${name}-${example.name.replaceAll(/\W+/g, '-')}`}
              >
                <figcaption className="soft small">{example.name}</figcaption>
                {example.element}
              </figure>
            ))}
          </div>
        </Section>
      ))}
    </PageFrame>
  )
}
