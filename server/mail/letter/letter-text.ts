import type { Block, Fact, FooterLine, Letter, OrderLine } from './letter.ts'

/** The letter as plain text: as complete as the drawn one. */
export function letterText({ eyebrow, title, blocks, footer }: Letter): string {
  const head = [eyebrow, title].filter(line => line !== '').join('\n')
  return [head, ...blocks.map(blockText), ['-- ', ...footer.map(footerLineText)].join('\n')].join('\n\n') + '\n'
}

const footerLineText = (line: FooterLine): string => (typeof line === 'string' ? line : `${line.label}: ${line.url}`)

function blockText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text
    case 'notice':
      return [`${block.title}`, ...block.facts.map(factText)].join('\n')
    case 'facts':
      return block.facts.map(factText).join('\n')
    case 'order':
      return orderText(block)
    case 'links':
      return block.links.map(({ title, lines, url }) => [title, ...lines, url].join('\n')).join('\n\n')
    case 'action':
      return `${block.label}:\n${block.url}`
    default:
      return block satisfies never
  }
}

function orderText({ title, lines, taxes, total }: Extract<Block, { kind: 'order' }>): string {
  return [title, ...lines.map(lineText), ...taxes.map(factText), ...(total ? [factText(total)] : [])].join('\n')
}

/** Several lines of a value start below each other. */
function factText({ label, value }: Fact): string {
  return value.length === 1 ? `${label}: ${value[0]}` : [`${label}:`, ...value.map(line => `  ${line}`)].join('\n')
}

function lineText({ name, quantity, amount }: OrderLine): string {
  return amount === null ? `${quantity} × ${name}` : `${quantity} × ${name}: ${amount}`
}
