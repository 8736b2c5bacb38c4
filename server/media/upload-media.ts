import { randomBytes } from 'node:crypto';
import * as mediaLimits from '../../contract/media/limits.ts';
import type { ResourceType, UploadResponse } from '../../contract/media/media.ts';
import * as mediaApiText from '../../text/shared/media-api.ts';
import { toIsoTime } from '../core/clock.ts';
import { DomainError } from '../core/domain-error.ts';
import { isUniqueViolation } from '../database/index.ts';
import { createEarlyProbe } from '../media-tools/transcoding/index.ts';
import { signUploadResponse } from './external-host.ts';
import type { MediaService, MediaServiceDeps } from './media.ts';
import { folders, ownHostCloudName, requireOwnCloud, resumableUploadPath } from './own-host.ts';
import { createFileTooLargeError, getDisconnectSignal, getSizeLimit, receiveForm } from './receive-form.ts';
import * as store from './store.ts';
import type { FileStorer } from './store-file.ts';
import type { MediaRow } from './tables.ts';
import { signUploadCapability, type UploadCapabilityClaims, verifyUploadCapability } from './upload-capability.ts';

/** Receives files. A received file is stored before the transaction that inserts its row. */
export function createMediaUploading(
	{ db, clock, accounts, quota, config, secret, tools, staging }: MediaServiceDeps,
	{ prepareFile, insert, publishOrRemove }: FileStorer,
) {
	/** Throws `forbidden` unless `preset` is a valid, unused upload permission (capability) for a file of the given type. */
	async function requireCapability(
		resourceType: ResourceType,
		preset: string,
		isContinuation: (capability: UploadCapabilityClaims) => Promise<boolean>,
	): Promise<UploadCapabilityClaims> {
		const capability = verifyUploadCapability(secret, preset);
		const isForType = resourceType === 'auto' || capability?.kind === resourceType;
		if (!capability || !isForType) throw forbidden(mediaApiText.permissionUnknown);
		if (!(await isContinuation(capability))) {
			if (capability.expiresAt <= clock.now()) throw forbidden(mediaApiText.permissionOver);
			if (await store.isUploadCapabilityUsed(db, capability.id)) throw forbidden(mediaApiText.permissionUsed);
		}
		if (!(await accounts.isSessionActive(db, capability.sessionId))) throw forbidden(mediaApiText.logInAgain);
		return capability;
	}

	return {
		async createUpload(actor, file, origin) {
			if (file.private && actor.role !== 'admin') throw forbidden(mediaApiText.privateForAdministrators);
			const sizeLimit = getSizeLimit(file.kind);
			if (file.bytes > sizeLimit.bytes) throw createFileTooLargeError(sizeLimit);
			// A public video becomes an ad, so the daily quota of ads is checked before the client uploads up to 50 MB.
			if (file.kind === 'video' && !file.private) await accounts.checkPostingQuota(actor.accountId, 'ads');
			// Private files are never on the external host, because everyone who has a URL of that host can fetch the file.
			const host = file.private ? null : config.mediaHost;
			if (!host) await quota.check(db, { ...file, accountId: actor.accountId, capability: null });
			const expiresAt = clock.now() + mediaLimits.capabilityTtl;
			const cloudName = host?.cloudName ?? ownHostCloudName;
			const here = config.publicUrl ?? origin;
			return {
				upload_url: `${host?.url ?? here}/v1_1/${cloudName}/${file.kind}/upload`,
				resumable_url: !host && file.kind === 'video' ? `${here}${resumableUploadPath}` : null,
				upload_preset:
					host?.uploadPreset ??
					signUploadCapability(secret, {
						id: randomBytes(16).toString('base64url'),
						accountId: actor.accountId,
						sessionId: actor.sessionId,
						kind: file.kind,
						bytes: file.bytes,
						expiresAt,
					}),
				cloud_name: cloudName,
				folder: folders[file.kind],
				max_bytes: sizeLimit.bytes,
				expires_at: toIsoTime(expiresAt),
			};
		},

		async checkForm(resourceType, cloudName, form, isContinuation = async () => false) {
			requireOwnCloud(cloudName);
			if (form.cloud_name !== undefined) requireOwnCloud(form.cloud_name);
			if (!form.upload_preset) throw forbidden(mediaApiText.permissionMissing);
			const capability = await requireCapability(resourceType, form.upload_preset, isContinuation);
			if (form.folder !== undefined && form.folder !== folders[capability.kind])
				throw forbidden(mediaApiText.wrongFolder);
			return capability;
		},

		createEarlyProbe: (path) => createEarlyProbe(tools, path),

		async publish(capability, received, origin, signal) {
			const file = await prepareFile(capability.kind, received, signal);
			const media = await publishOrRemove(file, async (tx) => {
				if (!(await accounts.isSessionActive(tx, capability.sessionId))) throw forbidden(mediaApiText.logInAgain);
				const { accountId, kind, id } = capability;
				await quota.makeRoom(tx, { accountId, kind, bytes: file.bytes, capability: id });
				return insert(tx, file, { accountId: capability.accountId, capability: capability.id, attached: null });
			}).catch((error: unknown) => {
				const isUsed = isUniqueViolation(error, 'media.capability');
				throw isUsed ? forbidden(mediaApiText.permissionUsed) : error;
			});
			return presentUploadResponse(media, `${config.publicUrl ?? origin}${media.secure_url}`, secret);
		},

		async findPublished(capability, origin) {
			const media = await store.findMediaByCapability(db, capability);
			return media && presentUploadResponse(media, `${config.publicUrl ?? origin}${media.secure_url}`, secret);
		},

		receivePrivatePicture: (request, insertOwner) =>
			receiveForm(
				request,
				{ getLimit: () => getSizeLimit('image'), staging, check: async () => null },
				async (_, received) => {
					const file = await prepareFile('image', received, getDisconnectSignal(request));
					const owner = { accountId: null, capability: `form ${file.public_id}`, attached: 'private' as const };
					return publishOrRemove(file, async (tx) => insertOwner(tx, (await insert(tx, file, owner)).id));
				},
			),
	} satisfies Partial<MediaService>;
}

function forbidden(sentence: string): DomainError {
	return new DomainError('forbidden', sentence);
}

function presentUploadResponse(media: MediaRow, url: string, secret: string): UploadResponse {
	const version = Math.floor(media.created_at / 1000);
	const publicId = `${folders[media.kind]}/${media.public_id}`;
	return {
		asset_id: media.public_id.padEnd(32, '0'),
		public_id: publicId,
		version,
		version_id: media.public_id,
		signature: signUploadResponse(secret, publicId, version),
		width: media.width ?? 0,
		height: media.height ?? 0,
		format: media.kind === 'video' ? 'mp4' : 'webp',
		resource_type: media.kind,
		created_at: toIsoTime(media.created_at),
		tags: [],
		bytes: media.bytes,
		type: 'upload',
		etag: media.public_id,
		placeholder: false,
		url,
		secure_url: url,
		folder: folders[media.kind],
		original_filename: media.file_name.replace(/\.\w{1,5}$/, ''),
		...(media.duration_ms !== null && { duration: media.duration_ms / 1000 }),
	};
}
