import type { FastifyRequest } from 'fastify';
import { removeAvatar, setAvatar } from '../../contract/accounts.ts';
import * as contract from '../../contract/media.ts';
import { implementEndpoint, type Route } from '../platform/http/index.ts';
import type { AvatarService } from './avatars.ts';
import type { MediaService } from './media.ts';
import { getDisconnectSignal, receiveForm } from './receive-form.ts';

export function createMediaRoutes(media: MediaService, avatars: AvatarService, staging: string): Route[] {
	return [
		implementEndpoint(
			contract.createUpload,
			{ policy: 'signedIn', scope: 'media', rate: 'upload' },
			({ actor, body, request }) => media.createUpload(actor, body, getOrigin(request)),
		),
		implementEndpoint(
			contract.uploadMedia,
			{ policy: 'capability', scope: 'media', rate: 'upload', cloudinaryErrors: true, multipart: true },
			({ params, request }) => {
				const checkForm = (fields: Record<string, string>) =>
					media.checkForm(params.resource_type, params.cloud_name, fields);
				return receiveForm(
					request,
					{
						kind: params.resource_type,
						staging,
						checkEarly: async (fields) => Boolean(fields.upload_preset && (await checkForm(fields))),
						check: checkForm,
						createEarlyProbe: media.createEarlyProbe,
					},
					(capability, received) =>
						media.publish(capability, received, getOrigin(request), getDisconnectSignal(request)),
				);
			},
		),
		implementEndpoint(setAvatar, { policy: 'signedIn', rate: 'write' }, ({ actor, body }) => avatars.set(actor, body)),
		implementEndpoint(removeAvatar, { policy: 'signedIn', rate: 'write' }, ({ actor }) => avatars.set(actor, null)),
	];
}

/** Returns the origin that the client requested. The client controls it, so it may only appear in the response to the same client. */
function getOrigin({ protocol, host }: FastifyRequest): string {
	return `${protocol}://${host}`;
}
