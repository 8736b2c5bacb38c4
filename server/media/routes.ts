import { removeAvatar, setAvatar } from '../../contract/accounts/accounts.ts';
import type { UploadedChunk, UploadResponse } from '../../contract/media/media.ts';
import * as contract from '../../contract/media/media.ts';
import * as validationText from '../../text/shared/validation.ts';
import { invalidInput } from '../core/domain-error.ts';
import { getOrigin, implementEndpoint, type Route } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import type { AvatarService } from './avatars.ts';
import { type ChunkedUploadService, parseChunk } from './chunked-uploads.ts';
import type { MediaService, UploadForm } from './media.ts';
import { getDisconnectSignal, getSizeLimit, receiveFields, receiveForm } from './receive-form.ts';
import type { UploadCapabilityClaims } from './upload-capability.ts';

export interface MediaRoutesDeps extends Pick<Platform, 'db' | 'staging'> {
	media: MediaService;
	avatars: AvatarService;
	chunkedUploads: ChunkedUploadService;
}

export function createMediaRoutes({ db, media, avatars, chunkedUploads, staging }: MediaRoutesDeps): Route[] {
	return [
		implementEndpoint(
			contract.createUpload,
			{ policy: 'signedIn', scope: 'media', rate: 'upload' },
			({ actor, body, request }) => media.createUpload(actor, body, getOrigin(request)),
		),
		implementEndpoint(
			contract.uploadMedia,
			{ policy: 'capability', scope: 'media', rate: 'upload', cloudinaryErrors: true, multipart: true },
			async ({ params: { resource_type, cloud_name }, request }) => {
				const chunk = parseChunk(request.headers);
				const checkForm = (fields: UploadForm) =>
					chunk
						? chunkedUploads.check(resource_type, cloud_name, fields, chunk)
						: media.checkForm(resource_type, cloud_name, fields);
				return receiveForm<UploadCapabilityClaims, UploadResponse | UploadedChunk>(
					request,
					{
						getLimit: (capability) =>
							capability
								? { kind: capability.kind, bytes: capability.bytes - (chunk?.start ?? 0) }
								: getSizeLimit(resource_type === 'image' ? 'image' : 'video'),
						staging,
						checkEarly: async (fields) => (fields.upload_preset ? checkForm(fields) : null),
						check: checkForm,
						createEarlyProbe: chunk ? undefined : media.createEarlyProbe,
					},
					(capability, received) =>
						chunk
							? chunkedUploads.receive(capability, chunk, received, getOrigin(request))
							: media.publish(capability, received, getOrigin(request), getDisconnectSignal(request)),
				);
			},
		),
		implementEndpoint(
			contract.destroyMedia,
			{ policy: 'signedIn', scope: 'media', rate: 'write', cloudinaryErrors: true, multipart: true },
			async ({ actor, params: { resource_type, cloud_name }, request }) => {
				const { public_id } = await receiveFields(request);
				if (!public_id) throw invalidInput({ public_id: validationText.missing });
				const isDeleted = await db.transaction((tx) => media.destroy(tx, actor, cloud_name, resource_type, public_id));
				return { result: isDeleted ? ('ok' as const) : ('not found' as const) };
			},
		),
		implementEndpoint(setAvatar, { policy: 'signedIn', rate: 'write' }, ({ actor, body }) =>
			db.transaction((tx) => avatars.set(tx, actor, body)),
		),
		implementEndpoint(removeAvatar, { policy: 'signedIn', rate: 'write' }, ({ actor }) =>
			db.transaction((tx) => avatars.set(tx, actor, null)),
		),
	];
}
