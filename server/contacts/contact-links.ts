import type { z } from 'zod';
import type {
	RevealChannel,
	revealContact,
	revealParamsSchema,
	SolvedChallenge,
} from '../../contract/contacts/contacts.ts';
import { shortAdPath } from '../../contract/core/page-paths.ts';
import * as contentApiText from '../../text/server/content-api.ts';
import * as contactText from '../../text/shared/contact.ts';
import type { AccountService } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import { DomainError } from '../core/domain-error.ts';
import type { RevealCaller, RevealService } from './reveals.ts';

export interface ContactLinkServiceDeps {
	accounts: AccountService;
	ads: AdService;
	reveals: RevealService;
	publicUrl: () => string;
}

export type ContactLink = z.output<typeof revealParamsSchema> & { words?: string | undefined };
type RevealedContact = z.output<(typeof revealContact)['responses'][200]>;

export type ContactLinkService = ReturnType<typeof createContactLinkService>;

/** Resolves links to WhatsApp chats and phone numbers of sellers. */
export function createContactLinkService({ accounts, ads, reveals, publicUrl }: ContactLinkServiceDeps) {
	async function findSeller({ subject, words }: ContactLink) {
		if (typeof subject === 'number') {
			const { sellerId, whatsapp, call_number, title, price } = await ads.getSellerContact(subject);
			const address = new URL(shortAdPath(subject), publicUrl()).href;
			const message = contactText.chatMessage(words || contactText.interested, title, price, address);
			return { sellerId, whatsapp, call_number, message };
		}
		const { id, whatsapp, call_number } = await accounts.getSellerContact(subject);
		return { sellerId: id, whatsapp, call_number, message: null };
	}

	function toUrl(channel: RevealChannel, number: string, message: string | null): string {
		if (channel === 'call') return `tel:+${number}`;
		return `https://wa.me/${number}${message === null ? '' : `?text=${encodeURIComponent(message)}`}`;
	}

	return {
		/** Returns the address that the link opens, or a challenge. Throws `not_found` if the seller cannot be reached this way. */
		async open(link: ContactLink, caller: RevealCaller, solved?: SolvedChallenge): Promise<RevealedContact> {
			const seller = await findSeller(link);
			const number = link.channel === 'whatsapp' ? seller.whatsapp : seller.call_number;
			if (number === null) throw new DomainError('not_found', contentApiText.noNumber);
			const challenge =
				seller.sellerId === caller.accountId ? null : await reveals.reveal(caller, seller.sellerId, solved);
			return { url: challenge ? null : toUrl(link.channel, number, seller.message), challenge };
		},
	};
}
