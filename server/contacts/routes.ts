import * as contract from '../../contract/contacts/contacts.ts';
import { implementEndpoint, type Route } from '../http/index.ts';
import type { ContactLinkService } from './contact-links.ts';
import type { ContactService } from './contacts.ts';
import type { RevealService } from './reveals.ts';

export function createContactRoutes(
	contacts: ContactService,
	links: ContactLinkService,
	reveals: RevealService,
): Route[] {
	return [
		implementEndpoint(
			contract.revealContact,
			{ policy: 'anyone', refusesTokens: true, rate: 'write' },
			({ actor, wideNetwork, params, body }) => {
				const caller = { network: wideNetwork, device: null, accountId: actor?.accountId ?? null };
				return links.open({ ...params, words: body.words }, caller, body.solved);
			},
		),
		implementEndpoint(contract.listContactReveals, { policy: 'admin', rate: 'read' }, async () => ({
			items: await reveals.listTop(),
		})),
		implementEndpoint(contract.recordContact, { policy: 'signedIn', rate: 'write' }, async ({ actor, params }) => {
			await contacts.record(actor, params.id, params.kind);
			return undefined;
		}),
		implementEndpoint(contract.setBuyer, { policy: 'owner', rate: 'write' }, async ({ actor, params, body }) => {
			await contacts.setBuyer(actor, params.id, body.buyer_id);
			return undefined;
		}),
		implementEndpoint(contract.listContacts, { policy: 'owner', rate: 'read' }, ({ actor, params, query }) =>
			contacts.list(actor, params.id, query),
		),
	];
}
