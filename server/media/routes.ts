import type { FastifyRequest } from 'fastify';
import * as contract from '../../contract/media.ts';
import { implement, type Route } from '../platform/http/index.ts';
import type { Media } from './media.ts';
import { receiveForm } from './receive.ts';

export function mediaRoutes(media: Media, staging: string): Route[] {
	return [
		implement(contract.createUpload, { policy: 'signedIn', rate: 'upload' }, async ({ actor, body, request }) =>
			media.createUpload(actor, body, originOf(request)),
		),
		implement(
			contract.uploadMedia,
			{ policy: 'capability', rate: 'upload', mediaHost: true },
			async ({ params, request }) => {
				const gone = new AbortController();
				request.raw.once('aborted', () => gone.abort());
				return receiveForm(
					request,
					{ kind: params.resource_type, cloudName: params.cloud_name, media, staging },
					(capability, received) => media.take(capability, received, originOf(request), gone.signal),
				);
			},
		),
	];
}

/** Where the caller reaches us: only ever told back to that caller. */
function originOf({ protocol, host }: FastifyRequest): string {
	return `${protocol}://${host}`;
}
