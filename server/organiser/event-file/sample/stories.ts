/** What a sample event or pass shows, and what to try there; for developers. */
export type Story = { readonly story: string; readonly tries?: readonly string[] }

/** By short name of the sample event, or id of the sample pass. */
export const STORIES: Readonly<Record<string, Story>> = {
  'alpine-systems-days': {
    story: 'An ordinary paid conference: a sale that is over, one to come, few student tickets left.',
    tries: [
      'EARLY10 takes 10 % off Conference and Workshop only, fifty times',
      'FIVEOFF takes CHF 5.00 off each ticket',
    ],
  },
  'type-evening': { story: 'A free meetup.' },
  'reading-logs': {
    story: 'Online, in euro, VAT added to the price, with a link to join; two polls are open to whoever has joined.',
    tries: ['move the clock to its day and join: the page of the ticket leads to the polls then'],
  },
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
    story: 'For members, two places each, and four stools for everybody; a strip of film comes with each.',
    tries: [
      'ada@members.example, grace@members.example or edsger@members.example as e-mail of the tickets',
      'HAFEN20 takes 20 % off',
      '/event/behind-the-screen/code/REEL-ONE reserves a place at once',
    ],
  },
  '7c1e4b52-0f6d-4c8a-9b1e-5d2f6a3c8e10': {
    story: 'Ten entries for whomever its owner brings, until a day next year.',
    tries: ['it pays for Weekend and Sunday at Four Rivers, not for children, who come free'],
  },
  '2f9a6d34-81c5-4e7b-a0d2-c46b1e95f723': {
    story: 'A year from the day it is bought, one place at each event; it stays with its owner, and asks a question.',
    tries: ['it pays for a stool at Behind the Screen at once, and for a place of who is a member of that group'],
  },
  'b85d0c17-3e2a-4f96-8c74-09af5d61e2bd': {
    story: 'A membership that costs nothing and does not end.',
    tries: ['Type Evening is free for everybody, and a pass pays for no ticket that costs nothing'],
  },
  'e04c7a92-5b18-4d3f-b6e1-7f20d89c4a56': {
    story: 'Sold out: there were three. Nobody can withdraw from it, and it says why.',
  },
  '94b3e6f8-d72c-4a05-9e8b-1c5f03a7d24e': {
    story: 'The sale has not begun: the page is there, the list does not show it.',
  },
}
