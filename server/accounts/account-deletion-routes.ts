import * as contract from '../../contract/accounts/account-deletion.ts';
import { implementEndpoint, type Route } from '../http/index.ts';
import type { AccountDeletionService } from './account-deletion.ts';
import type { DataExportService } from './data-export.ts';

export function createAccountDeletionRoutes(
	accountDeletion: AccountDeletionService,
	dataExport: DataExportService,
): Route[] {
	return [
		implementEndpoint(
			contract.exportMe,
			{ policy: 'signedIn', rate: 'write', allowPendingDeletion: true },
			({ actor }) => dataExport.createSignedUrl(actor),
		),
		implementEndpoint(contract.deleteMe, { policy: 'signedIn', rate: 'login' }, ({ actor, body }) =>
			accountDeletion.scheduleDeletion(actor, body),
		),
		implementEndpoint(
			contract.restoreMe,
			{ policy: 'signedIn', rate: 'write', allowPendingDeletion: true },
			({ actor }) => accountDeletion.restore(actor),
		),
	];
}
