import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import * as messages from '../../contract/core/messages.ts';
import * as mediaLimits from '../../contract/media/limits.ts';
import type {
	MediaKind,
	Picture,
	ResourceType,
	UploadCapability,
	UploadedFile,
	UploadResponse,
	Video,
} from '../../contract/media/media.ts';
import type { VideoEdit } from '../../contract/media/video-edit.ts';
import * as mediaApiText from '../../text/shared/media-api.ts';
import type { AccountService, DataExportFile } from '../accounts/index.ts';
import { type Clock, toIsoTime } from '../core/clock.ts';
import type { Config } from '../core/config.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import type { EventBus } from '../core/events.ts';
import { type Database, type Db, isUniqueViolation, type Tx } from '../database/index.ts';
import type { FileStore } from '../files/index.ts';
import type { Actor } from '../http/index.ts';
import type { JobQueue } from '../jobs/index.ts';
import { makePicture, PictureRejectedError } from '../media-tools/images/index.ts';
import {
	createEarlyProbe,
	type EarlyProbe,
	probeVideo,
	type VideoMetadata,
	VideoRejectedError,
	type VideoTools,
} from '../media-tools/transcoding/index.ts';
import { mediaCacheTag } from './cache-tags.ts';
import { changeMediaState } from './change-state.ts';
import { toDataExportFiles } from './data-export-files.ts';
import { buildCloudinarySizes, type ExternalMediaHost, isSignedByHost, signUploadResponse } from './external-host.ts';
import { type FinishedMedia, listFinishedFiles, toStoredPicture } from './finished-media.ts';
import { removeFilesJob } from './job-definitions.ts';
import { getStorageKey, queueNextVideoJob, storePictureSizes } from './jobs.ts';
import type { MediaState } from './lifecycle.ts';
import { authorizeMediaOwner } from './policy.ts';
import {
	buildPublicFileUrl,
	captionsExtension,
	presentCaptions,
	presentPicture,
	presentVideo,
	toMediaType,
} from './present.ts';
import type { UploadQuota } from './quota.ts';
import {
	createFileTooLargeError,
	getDisconnectSignal,
	getSizeLimit,
	type ReceivedFile,
	receiveForm,
} from './receive-form.ts';
import type { MediaUrlSigner } from './signed-urls.ts';
import * as store from './store.ts';
import type { MediaRow, StoredCaptions, StoredPicture } from './tables.ts';
import { signUploadCapability, type UploadCapabilityClaims, verifyUploadCapability } from './upload-capability.ts';
import { normalizeEdit, parseEdit } from './video-edits.ts';

export interface MediaServiceDeps {
	db: Database;
	clock: Clock;
	jobs: JobQueue;
	files: FileStore;
	accounts: AccountService;
	events: EventBus;
	quota: UploadQuota;
	config: Pick<Config, 'mediaHost' | 'publicUrl'>;
	/** Secret that signs upload permissions (capabilities) and upload responses. */
	secret: string;
	signedUrls: MediaUrlSigner;
	tools: VideoTools;
	/** Local folder for files that are being received or processed. */
	staging: string;
}

export type MediaService = ReturnType<typeof createMediaService>;

/** Fields of an upload form that the server uses. Clients send further fields, which have no effect. */
export interface UploadForm {
	upload_preset?: string;
	cloud_name?: string;
	folder?: string;
}

/** Cloudinary cloud name of Kasuwa's own media host. */
export const ownHostCloudName = 'kasuwa';
/** Path of resumable video uploads on Kasuwa's own media host. */
export const resumableUploadPath = `/v1_1/${ownHostCloudName}/resumable/video/upload`;

type Access = MediaRow['access'];

const folders: Record<MediaKind, string> = { image: 'pictures', video: 'videos' };

export function createMediaService(deps: MediaServiceDeps) {
	const { db, clock, jobs, files, accounts, events, quota, config, secret, signedUrls, tools, staging } = deps;
	const externalHost: ExternalMediaHost | null = config.mediaHost;

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

	/** Checks and processes a received file and stores it under a new name. May move the file at `received.path`. Inserts no row. */
	async function prepareFile(kind: MediaKind, received: ReceivedFile, signal?: AbortSignal): Promise<CheckedFile> {
		if (received.bytes === 0) throw invalidInput({ file: mediaApiText.fileEmpty });
		const common = nameFile(kind, received.fileName, received.bytes);
		const { public_id: publicId } = common;
		if (kind === 'video') {
			// Flushing to disk is the slowest part of storing a video, so it runs while the video is probed.
			const [facts] = await Promise.all([probeReceived(received, signal).catch(rejectVideo), syncFile(received.path)]);
			await files.write(getStorageKey(publicId, 'original'), { path: received.path }, 'application/octet-stream');
			const { width, height, durationMs } = facts;
			return { ...common, state: 'processing', width, height, duration_ms: durationMs };
		}
		const folder = await mkdtemp(join(staging, 'picture-'));
		try {
			const made = await storePicture(publicId, received.path, folder, signal).catch(rejectPicture);
			return { ...common, state: 'ready', ...made };
		} finally {
			await rm(folder, { recursive: true, force: true });
		}
	}

	async function probeReceived({ path, earlyProbe }: ReceivedFile, signal?: AbortSignal): Promise<VideoMetadata> {
		return (await earlyProbe?.finish()) ?? probeVideo(tools, path, signal ? { signal } : {});
	}

	async function insertRow(
		tx: Tx,
		file: CheckedFile,
		{ accountId, capability, attached }: Ownership,
	): Promise<MediaRow> {
		const now = clock.now();
		return store.insertMedia(tx, {
			...file,
			account_id: accountId,
			capability,
			access: attached ?? 'private',
			attached_at: attached ? now : null,
			created_at: now,
		});
	}

	/** Inserts the `media` row of a stored file and queues the first job of a video. */
	async function insert(tx: Tx, file: CheckedFile, owner: Ownership): Promise<MediaRow> {
		const media = await insertRow(tx, file, owner);
		await queueNextVideoJob(tx, jobs, media);
		return media;
	}

	/** Runs the transaction `work`, which inserts the row of a stored file. Deletes the file if the transaction fails. */
	async function publishOrRemove<Result>(file: CheckedFile, work: (tx: Tx) => Promise<Result>): Promise<Result> {
		try {
			return await db.transaction(work);
		} catch (error) {
			await files.remove(`media/${file.public_id}/`).catch(() => {});
			throw error;
		}
	}

	async function storePicture(publicId: string, path: string, folder: string, signal?: AbortSignal) {
		const made = await makePicture(path, folder, signal ? { signal } : {});
		await storePictureSizes(files, publicId, made.sizes);
		return { width: made.width, height: made.height, picture: JSON.stringify(toStoredPicture(made)) };
	}

	/**
	 * Inserts a row for a file on the external host, after checking the host's signature. An edit can only choose the poster, because only the
	 * external host has the file.
	 */
	async function adoptExternalFile(
		tx: Tx,
		host: ExternalMediaHost,
		actor: Actor,
		kind: MediaKind,
		file: UploadedFile,
		edit: VideoEdit | null,
		field: string,
	): Promise<MediaRow> {
		if (!isSignedByHost(host, kind, file)) throw forbidden(mediaApiText.hostRejected);
		const { poster_ms, ...changes } = edit ?? {};
		if (Object.keys(changes).length > 0) throw invalidInput({ edit: mediaApiText.editOnOtherHost });
		const { picture, renditions } = buildCloudinarySizes(kind, file, poster_ms);
		const row = {
			public_id: newPublicId(),
			account_id: actor.accountId,
			kind,
			state: 'ready',
			access: 'private',
			capability: `${file.public_id} ${file.version}`,
			secure_url: file.secure_url,
			file_name: file.public_id ?? '',
			bytes: file.bytes ?? 0,
			width: file.width ?? null,
			height: file.height ?? null,
			duration_ms: file.duration === undefined ? null : Math.round(file.duration * 1000),
			picture: JSON.stringify(picture),
			renditions: renditions && JSON.stringify(renditions),
			edit: edit && JSON.stringify(edit),
			created_at: clock.now(),
		} as const;
		return store.insertMedia(tx, row).catch((error: unknown) => {
			// The file was used with another URL, or a concurrent request inserted the same file.
			throw isUniqueViolation(error, 'media.capability', 'media.secure_url') ? alreadyUsed(field) : error;
		});
	}

	async function findUploaded(at: Db, { secure_url }: UploadedFile): Promise<MediaRow | null> {
		// `secure_url` is a path for files on Kasuwa's own host, and a full URL for files on an external host.
		const path = URL.canParse(secure_url) ? new URL(secure_url).pathname : secure_url;
		return (externalHost && (await store.findMediaBySecureUrl(at, secure_url))) ?? store.findMediaBySecureUrl(at, path);
	}

	/** Proves that a file is the actor's own upload of this kind. Throws `invalid` or `forbidden`. */
	function authorizeUpload(actor: Actor, kind: MediaKind, media: MediaRow | null, field: string) {
		if (!media) throw invalidInput({ [field]: mediaApiText.fileNotUploadedHere });
		const own = authorizeMediaOwner(actor, media);
		if (!own) throw forbidden(mediaApiText.uploadOfAnother);
		if (media.kind !== kind)
			throw invalidInput({ [field]: kind === 'video' ? mediaApiText.notAVideo : mediaApiText.notAPicture });
		return own;
	}

	async function attachMedia(
		tx: Tx,
		actor: Actor,
		kind: MediaKind,
		media: MediaRow | null,
		field: string,
		change: { access: Access; account_id?: null },
		edit: VideoEdit | null = null,
	): Promise<AttachedMedia> {
		const own = authorizeUpload(actor, kind, media, field);
		// `attachMediaOnce` returns the current row. `media` may be out of date, because a worker may change the state concurrently.
		const attached = await store.attachMediaOnce(tx, own, { ...change, attached_at: clock.now() });
		if (!attached) throw alreadyUsed(field);
		const failed = attached.state === 'failed';
		if (failed && attached.failure !== null) throw invalidInput({ [field]: attached.failure });
		tx.invalidate(mediaCacheTag(attached.public_id));
		const current =
			(edit && (await changeMediaState(tx, events, attached, 'edited', startEdit(edit)))) ||
			(failed && (await changeMediaState(tx, events, attached, 'retry', {}))) ||
			attached;
		// A video without a poster is still being prepared. The preparation job applies the edit and queues the next job.
		if (failed || attached.picture !== null) await queueNextVideoJob(tx, jobs, current);
		return { id: current.id, state: current.state };
	}

	async function findOnOurHost(at: Db, upload: UploadedFile): Promise<MediaRow | null> {
		const media = await findUploaded(at, upload);
		return media?.secure_url.startsWith('/') ? media : null;
	}

	/**
	 * Attaches an upload and keeps it private. `findByIdsSigned` returns its URLs. The file then belongs to its content and to no
	 * account. Throws like `attach`. Throws `invalid` for a file of an external host, which everyone with its URL can fetch.
	 */
	async function attachPrivate(
		tx: Tx,
		actor: Actor,
		kind: MediaKind,
		upload: UploadedFile,
		field: string,
	): Promise<AttachedMedia> {
		const media = await findOnOurHost(tx, upload);
		return attachMedia(tx, actor, kind, media, field, { access: 'private', account_id: null });
	}

	/** Deletes `media` rows. A job deletes their files after the commit. */
	async function remove(tx: Tx, ids: readonly number[]): Promise<void> {
		const rows = await store.findMediaByIds(tx, ids);
		await store.deleteMediaRows(tx, ids);
		for (const row of rows) {
			tx.invalidate(mediaCacheTag(row.public_id));
			await jobs.add(tx, removeFilesJob, { public_id: row.public_id });
		}
	}

	return {
		/**
		 * Creates a capability: a permission to upload one file. `origin` is the origin of the request, used if no public URL is
		 * configured. Throws `too_large`. Throws `too_many` if the daily quota of ads or the quota of unpublished files is exceeded. Throws
		 * `forbidden` for a private file unless the actor is an administrator.
		 */
		async createUpload(
			actor: Actor,
			file: { kind: MediaKind; bytes: number; private?: boolean | undefined },
			origin: string,
		): Promise<UploadCapability> {
			if (file.private && actor.role !== 'admin') throw forbidden(mediaApiText.privateForAdministrators);
			const sizeLimit = getSizeLimit(file.kind);
			if (file.bytes > sizeLimit.bytes) throw createFileTooLargeError(sizeLimit);
			// A public video becomes an ad, so the daily quota of ads is checked before the client uploads up to 50 MB.
			if (file.kind === 'video' && !file.private) await accounts.checkPostingQuota(actor.accountId, 'ads');
			// Private files are never on the external host, because everyone who has a URL of that host can fetch the file.
			const host = file.private ? null : externalHost;
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

		/**
		 * Checks the fields of an upload form and its capability. `isContinuation` returns whether the capability already started an upload
		 * that this form continues; such a capability may have expired. Throws `not_found` for another cloud name, else `forbidden`.
		 */
		async checkForm(
			resourceType: ResourceType,
			cloudName: string,
			form: UploadForm,
			isContinuation: (capability: UploadCapabilityClaims) => Promise<boolean> = async () => false,
		): Promise<UploadCapabilityClaims> {
			requireOwnCloud(cloudName);
			if (form.cloud_name !== undefined) requireOwnCloud(form.cloud_name);
			if (!form.upload_preset) throw forbidden(mediaApiText.permissionMissing);
			const capability = await requireCapability(resourceType, form.upload_preset, isContinuation);
			if (form.folder !== undefined && form.folder !== folders[capability.kind])
				throw forbidden(mediaApiText.wrongFolder);
			return capability;
		},

		/** Creates a probe of a video that is being received at a local path. The caller must cancel it at the end. */
		createEarlyProbe: (path: string): EarlyProbe => createEarlyProbe(tools, path),

		/** Stores a received file and responds like Cloudinary. Throws `unsupported_type`, `invalid`, `forbidden` or `too_many`. */
		async publish(
			capability: UploadCapabilityClaims,
			received: ReceivedFile,
			origin: string,
			signal?: AbortSignal,
		): Promise<UploadResponse> {
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

		/** Builds the response of `publish` again for a used capability. Returns null if no file was published with the capability. */
		async findPublished(capability: string, origin: string): Promise<UploadResponse | null> {
			const media = await store.findMediaByCapability(db, capability);
			return media && presentUploadResponse(media, `${config.publicUrl ?? origin}${media.secure_url}`, secret);
		},

		/**
		 * Stores the finished files of sample content, which are in a local folder, without their `media` row. `addSample` inserts the row.
		 * Does not change the folder.
		 */
		async storeSample(media: FinishedMedia, folder: string, fileName: string): Promise<CheckedFile> {
			const { kind, width, height, duration_ms, picture, renditions, fragmented } = media;
			const file = nameFile(kind, fileName, (renditions ?? picture.sizes).at(-1)?.bytes ?? 0);
			await Promise.all(
				listFinishedFiles(media).map(async ({ name }) => {
					const source = { bytes: await readFile(join(folder, name)) };
					await files.write(getStorageKey(file.public_id, name), source, toMediaType(name));
				}),
			);
			return {
				...file,
				state: 'ready',
				...{ width, height, duration_ms },
				picture: JSON.stringify(picture),
				renditions: renditions && JSON.stringify(renditions),
				fragmented: fragmented && JSON.stringify(fragmented),
			};
		},

		/** Adds a file that `storeSample` stored, attached to content and public. No job processes it. */
		async addSample(tx: Tx, accountId: number, file: CheckedFile): Promise<AttachedMedia> {
			const owner = { accountId, capability: `sample ${file.public_id}`, attached: 'public' as const };
			const { id, state } = await insertRow(tx, file, owner);
			return { id, state };
		},

		/**
		 * Attaches uploads to content and makes them public. An upload must belong to the actor, be of the given kind, have no `failure`
		 * and not be attached yet. Throws `forbidden`, or `invalid` for `field`. A video with an edit is processed again. Throws `invalid`
		 * for an edit of a file on an external host that does more than choose the poster.
		 */
		async attach(
			tx: Tx,
			actor: Actor,
			kind: MediaKind,
			uploads: readonly (UploadedFile & { edit?: VideoEdit | undefined })[],
			field: string,
		): Promise<AttachedMedia[]> {
			const attached: AttachedMedia[] = [];
			for (const upload of uploads) {
				const edit = upload.edit ? normalizeEdit(upload.edit) : null;
				const stored = await findUploaded(tx, upload);
				const media =
					stored ?? (externalHost && (await adoptExternalFile(tx, externalHost, actor, kind, upload, edit, field)));
				attached.push(await attachMedia(tx, actor, kind, media, field, { access: 'public' }, stored && edit));
			}
			return attached;
		},

		attachPrivate,

		/** Returns the bytes of the largest size of the actor's own uploaded picture. Throws like `attachPrivate`. */
		async readPicture(actor: Actor, upload: UploadedFile, field: string): Promise<Buffer> {
			const media = await findOnOurHost(db, upload);
			authorizeUpload(actor, 'image', media, field);
			const url = media && presentPicture(media)?.url;
			const read = url && (await files.read(getStorageKey(media.public_id, basename(url))));
			if (!read) throw invalidInput({ [field]: mediaApiText.fileNotUploadedHere });
			return buffer(read.stream);
		},

		/** Deletes an uploaded picture that is stored elsewhere from now on. Throws like `attachPrivate`. */
		async removePicture(tx: Tx, actor: Actor, upload: UploadedFile, field: string): Promise<void> {
			const { id } = await attachPrivate(tx, actor, 'image', upload, field);
			await remove(tx, [id]);
		},

		/**
		 * Receives a private picture from the form field `file` and re-encodes it. The route must authorize the sender and set the option
		 * `multipart`. `insertOwner` stores the media id in the transaction that inserts the `media` row. The file belongs to no account.
		 * Throws `too_large`, `unsupported_type` or `invalid` for the field `file`.
		 */
		receivePrivatePicture<Result>(
			request: FastifyRequest,
			insertOwner: (tx: Tx, mediaId: number) => Promise<Result>,
		): Promise<Result> {
			return receiveForm(
				request,
				{ getLimit: () => getSizeLimit('image'), staging, check: async () => null },
				async (_, received) => {
					const file = await prepareFile('image', received, getDisconnectSignal(request));
					const owner = { accountId: null, capability: `form ${file.public_id}`, attached: 'private' as const };
					return publishOrRemove(file, async (tx) => insertOwner(tx, (await insert(tx, file, owner)).id));
				},
			);
		},

		/** Returns true for a failed video whose original still exists. Must not be called inside a transaction. */
		async canRetry(id: number): Promise<boolean> {
			const media = await store.findMedia(db, id);
			return media?.state === 'failed' && (await files.size(getStorageKey(media.public_id, 'original'))) !== null;
		},

		/** Processes a failed video again. Returns false for any other file. */
		async retry(tx: Tx, id: number): Promise<boolean> {
			const media = await store.findMedia(tx, id);
			const retried = media && (await changeMediaState(tx, events, media, 'retry', { failure: null }));
			if (!retried) return false;
			await queueNextVideoJob(tx, jobs, retried);
			return true;
		},

		remove,

		/**
		 * Deletes a file of the actor that nothing uses. `publicId` is that of the upload response. Returns false if the actor has no such
		 * file. Throws `not_found` for another cloud name, `conflict` for a file that an ad, a post or the profile uses.
		 */
		async destroy(actor: Actor, cloudName: string, kind: MediaKind, publicId: string): Promise<boolean> {
			requireOwnCloud(cloudName);
			const [, folder, id = ''] = /^(\w+)\/([0-9a-f]{24})$/.exec(publicId) ?? [];
			if (folder !== folders[kind]) return false;
			return db.transaction(async (tx) => {
				const media = await store.findMediaByPublicId(tx, id);
				const own = media && authorizeMediaOwner(actor, media);
				if (own?.kind !== kind) return false;
				const [deleted] = await store.deleteMediaIfUnattached(tx, [own.id]);
				if (deleted === undefined) {
					const isAttached = (await store.findMedia(tx, own.id)) !== null;
					if (isAttached) throw new DomainError('conflict', mediaApiText.fileInUse);
					// A concurrent call has deleted the file.
					return false;
				}
				await jobs.add(tx, removeFilesJob, { public_id: deleted });
				return true;
			});
		},

		/** Replaces the captions of a video, or removes them if they are null. `captions` is the result of `captionsSchema`. */
		async setCaptions(tx: Tx, id: number, captions: string | null): Promise<void> {
			const stored = captions === null ? null : { ...nameCaptions(captions), text: captions };
			const media = await store.setCaptions(tx, id, stored);
			if (media) tx.invalidate(mediaCacheTag(media.public_id));
		},

		/** Returns the captions of each video that has some, as WebVTT. The caller must check access. */
		findCaptions: store.findCaptionsByIds,

		/** Returns the text that is drawn into each video that has one. The caller must check access. */
		async findOverlays(at: Db, ids: readonly number[]): Promise<Map<number, string>> {
			const rows = await store.findMediaByIds(at, ids);
			return new Map(
				rows.flatMap(({ id, edit }) => {
					const overlay = parseEdit(edit)?.overlay;
					return overlay === undefined ? [] : [[id, overlay]];
				}),
			);
		},

		/** Makes files public or private. Files of hidden content are private. */
		async setAccess(tx: Tx, ids: readonly number[], access: 'public' | 'private'): Promise<void> {
			for (const { public_id } of await store.setMediaAccess(tx, ids, access)) tx.invalidate(mediaCacheTag(public_id));
		},

		/** Counts uploads of the whole site. `from` is the start of the first day in milliseconds since 1970. */
		getSiteStats: async (from: number) => ({
			...(await store.countMedia(db.longReads)),
			days: await store.countUploadsByDay(db.longReads, from),
		}),

		async findByIds(at: Db, ids: readonly number[]): Promise<Map<number, PresentedMedia>> {
			const rows = await store.findMediaByIds(at, ids);
			return new Map(rows.map((row) => [row.id, presentMedia(row, config.publicUrl ?? '')]));
		},

		/** Returns temporary signed URLs, also for private files. The caller must check access. */
		async findByIdsSigned(at: Db, ids: readonly number[]): Promise<Map<number, PresentedMedia>> {
			const rows = await store.findMediaByIds(at, ids);
			return new Map(rows.map((row) => [row.id, presentMedia(row, config.publicUrl ?? '', signedUrls.create)]));
		},

		/** Reads pictures and posters of videos in their smallest size, also private ones. Omits those on an external host and those that are not made. */
		async readSmallPictures(at: Db, ids: readonly number[]): Promise<Buffer[]> {
			const found: Buffer[] = [];
			for (const { public_id, picture } of await store.findMediaByIds(at, ids)) {
				const name = picture && (JSON.parse(picture) as StoredPicture).sizes[0]?.name;
				const file = name && !/^https?:/.test(name) ? await files.read(getStorageKey(public_id, name)) : null;
				if (file) found.push(await buffer(file.stream));
			}
			return found;
		},

		/** Returns files for the personal data export of the account that owns the content with these files. */
		async listPersonalFiles(at: Db, ids: readonly number[]): Promise<DataExportFile[]> {
			return toDataExportFiles(files, await store.findMediaByIds(at, ids));
		},
	};
}

/** A stored file without a `media` row. */
export type CheckedFile = Pick<MediaRow, 'public_id' | 'kind' | 'state' | 'secure_url' | 'file_name' | 'bytes'> &
	Partial<Pick<MediaRow, 'width' | 'height' | 'duration_ms' | 'picture' | 'renditions' | 'fragmented'>>;

/** Owner of a new `media` row. `attached` is its access if it is attached to content, else null. */
interface Ownership {
	accountId: number | null;
	capability: string;
	attached: Access | null;
}

export interface AttachedMedia {
	id: number;
	state: MediaState;
}

export interface PresentedMedia {
	kind: MediaKind;
	state: MediaState;
	/** URL of the largest file. */
	url: string;
	picture: Picture | null;
	video: Video | null;
	/** URL of the captions of a video, also while it is being processed. */
	captions: string | null;
	/** Message for the owner that says why processing failed. */
	failure: string | null;
}

function presentMedia(media: MediaRow, origin: string, toUrl = buildPublicFileUrl): PresentedMedia {
	const main = media.kind === 'video' ? 'main.mp4' : 'main.webp';
	const ownUrl = () => `${origin}${toUrl === buildPublicFileUrl ? media.secure_url : toUrl(media.public_id, main)}`;
	return {
		kind: media.kind,
		state: media.state,
		url: media.secure_url.startsWith('/') ? ownUrl() : media.secure_url,
		picture: presentPicture(media, toUrl),
		video: media.kind === 'video' ? presentVideo(media, toUrl) : null,
		captions: presentCaptions(media, toUrl),
		failure: media.failure,
	};
}

async function syncFile(path: string): Promise<void> {
	const file = await open(path, 'r+');
	await file.sync().finally(() => file.close());
}

/** Returns the columns of a new file that have no relation to its content. */
function nameFile(kind: MediaKind, fileName: string, bytes: number) {
	const publicId = newPublicId();
	const name = kind === 'video' ? 'main.mp4' : 'main.webp';
	return { public_id: publicId, kind, secure_url: `/media/${publicId}/${name}`, file_name: fileName, bytes };
}

/** Names captions by their content, because browsers cache a public file for a year. */
function nameCaptions(text: string): StoredCaptions {
	const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
	return { name: `captions-${hash}${captionsExtension}`, bytes: Buffer.byteLength(text) };
}

/** Returns the columns of a video that gets an edit. Files that are already made do not contain the edit. */
function startEdit(edit: VideoEdit) {
	return { edit: JSON.stringify(edit), picture: null, renditions: null };
}

function requireOwnCloud(cloudName: string): void {
	if (cloudName !== ownHostCloudName) throw new DomainError('not_found', mediaApiText.cloudUnknown);
}

function newPublicId(): string {
	return randomBytes(12).toString('hex');
}

function alreadyUsed(field: string): DomainError {
	return invalidInput({ [field]: mediaApiText.fileUsedAlready });
}

function forbidden(sentence: string): DomainError {
	return new DomainError('forbidden', sentence);
}

function rejectVideo(error: unknown): never {
	if (!(error instanceof VideoRejectedError)) throw error;
	const wrongType = error.reason === 'not_video' || error.reason === 'no_video_stream' || error.reason === 'broken';
	const sentence = wrongType ? messages.videoNotVideo : error.message;
	throw new DomainError(wrongType ? 'unsupported_type' : 'invalid', sentence, { fields: { file: sentence } });
}

function rejectPicture(error: unknown): never {
	if (!(error instanceof PictureRejectedError)) throw error;
	const code = error.reason === 'too_many_pixels' ? 'invalid' : 'unsupported_type';
	throw new DomainError(code, error.message, { fields: { file: error.message } });
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
