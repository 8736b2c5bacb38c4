import * as contract from '../../contract/contacts.ts';
import { implementEndpoint, type Route } from '../platform/http/index.ts';
import type { ContactService } from './contacts.ts';

export function createContactRoutes(contacts: ContactService): Route[] {
	return [
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
