import { Page as PageFrame, PageTitle, Section, useHouseTitle } from '#client/kit/page/page.tsx'
import type { Examples } from '#client/kit/example.ts'
import css from './gallery.module.css'

const modules = import.meta.glob<{ examples: Examples }>('../../../../kit/examples/*.tsx', { eager: true })

const kit = Object.values(modules)
  .flatMap(({ examples }) => Object.entries(examples))
  .map(([name, examples]) => ({ name, examples }))
  .sort((one, other) => (one.name < other.name ? -1 : 1))

/** Every component of the kit in all its states. */
export function Page() {
  useHouseTitle('Kit')
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
