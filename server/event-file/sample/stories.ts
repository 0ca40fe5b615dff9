/** What a sample event shows, and what to try there; told to developers. */
export type Story = { readonly story: string; readonly tries?: readonly string[] }

/** By short name of the sample event. */
export const STORIES: Readonly<Record<string, Story>> = {
  'alpine-systems-days': {
    story: 'An ordinary paid conference: a sale that is over, one to come, few student tickets left.',
    tries: [
      'EARLY10 takes 10 % off Conference and Workshop only, fifty times',
      'FIVEOFF takes CHF 5.00 off each ticket',
    ],
  },
  'type-evening': { story: 'A free meetup.' },
  'reading-logs': { story: 'Online, in euro, VAT added to the price, with a link to join.' },
  'open-atlas': {
    story: 'Hybrid: seats in the hall and seats on a screen; and a hidden dinner for who has a code.',
    tries: [
      'MAPMAKER opens the dinner, six times',
      'npm run foyer -- tokens open-atlas lists single-use codes with their links',
    ],
  },
  'twelve-at-the-table': { story: 'Nearly sold out, no VAT, and 5 % of the order for the kitchen.' },
  'candlelight-concert': { story: 'Sold out, with a waiting list.' },
  'harbour-film-nights': {
    story: 'The sale has not begun: who registers before is offered a seat first.',
    tries: ['HAFEN20 takes 20 % off here, too: it is a code of the organiser'],
  },
  'four-rivers': {
    story: 'Four languages, children come free; places for tents are few, songbooks and donations are not.',
    tries: ['three weekend tickets: 10 % off without any code'],
  },
  'behind-the-screen': {
    story: 'For members only, two places each; a strip of film comes with each place.',
    tries: [
      'ada@members.example, grace@members.example or edsger@members.example as e-mail of the tickets',
      'HAFEN20 takes 20 % off',
      '/event/behind-the-screen/code/REEL-ONE reserves a place at once',
    ],
  },
}
