import { anotherOwnerLink } from '#server/access/member/links.ts'
import { linkUrl } from '#server/organiser/member/send-links.ts'
import { type Command, Refusal, say, withShop } from './command.ts'

export const ownerCommand: Command = {
  usage: ['owner'],
  summary: 'Prints a link that makes an owner of the shop. It is good once, for seven days.',
  run: async args => {
    if (args.length > 0) throw new Refusal('Say: owner.')
    return withShop(async shop => {
      say('Who opens this link becomes an owner of the shop; earlier ones are no longer good:')
      say(linkUrl(shop, await anotherOwnerLink(shop)))
      return 0
    })
  },
}
