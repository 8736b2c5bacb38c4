import * as contract from '../../contract/imports/imports.ts';
import { implementEndpoint, type Route } from '../http/index.ts';
import type { ImportService } from './imports.ts';

export function createImportRoutes(imports: ImportService): Route[] {
	return [
		implementEndpoint(
			contract.startImport,
			{ policy: 'signedIn', scope: 'ads', rate: 'write' },
			({ tx, actor, body }) => imports.start(tx, actor, body.ads),
		),
		implementEndpoint(contract.listImports, { policy: 'signedIn', scope: 'read', rate: 'read' }, ({ actor, query }) =>
			imports.list(actor, query),
		),
		implementEndpoint(
			contract.importAd,
			{ policy: 'ownerAlone', scope: 'ads', rate: 'write' },
			({ tx, actor, params, body }) => imports.addAd(tx, actor, params.id, body),
		),
		implementEndpoint(
			contract.finishImport,
			{ policy: 'ownerAlone', scope: 'ads', rate: 'write' },
			({ actor, params }) => imports.finish(actor, params.id).then(() => undefined),
		),
		implementEndpoint(contract.undoImport, { policy: 'ownerAlone', scope: 'ads', rate: 'write' }, ({ actor, params }) =>
			imports.undo(actor, params.id).then(() => undefined),
		),
	];
}
