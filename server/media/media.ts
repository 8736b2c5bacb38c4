import type { FastifyRequest } from 'fastify';
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
import type { AccountService, DataExportFile } from '../accounts/index.ts';
import type { Config } from '../core/config.ts';
import type { Db, Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { EarlyProbe } from '../media-tools/transcoding/index.ts';
import type { Platform } from '../platform.ts';
import type { MediaState } from './lifecycle.ts';
import type { UploadQuota } from './quota.ts';
import type { ReceivedFile } from './receive-form.ts';
import type { MediaUrlSigner } from './signed-urls.ts';
import type * as store from './store.ts';
import type { UploadCapabilityClaims } from './upload-capability.ts';

export interface MediaServiceDeps
	extends Pick<Platform, 'db' | 'clock' | 'jobs' | 'files' | 'events' | 'tools' | 'staging'> {
	accounts: AccountService;
	quota: UploadQuota;
	config: Pick<Config, 'mediaHost' | 'publicUrl'>;
	/** Secret that signs upload permissions (capabilities) and upload responses. */
	secret: string;
	signedUrls: MediaUrlSigner;
}

/** Fields of an upload form that the server uses. Clients send further fields, which have no effect. */
export interface UploadForm {
	upload_preset?: string;
	cloud_name?: string;
	folder?: string;
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

/** Upload that content uses, with its edit if it is a video. */
export type UsedUpload = UploadedFile & { edit?: VideoEdit | undefined };

/** What the rest of the server can do with uploaded files. */
export interface MediaService {
	/**
	 * Creates a capability: a permission to upload one file. `origin` is the origin of the request, used if no public URL is
	 * configured. Throws `too_large`. Throws `too_many` if the daily quota of ads or the quota of unpublished files is exceeded. Throws
	 * `forbidden` for a private file unless the actor is an administrator.
	 */
	createUpload(
		actor: Actor,
		file: { kind: MediaKind; bytes: number; private?: boolean | undefined },
		origin: string,
	): Promise<UploadCapability>;
	/**
	 * Checks the fields of an upload form and its capability. `isContinuation` returns whether the capability already started an upload
	 * that this form continues; such a capability may have expired. Throws `not_found` for another cloud name, else `forbidden`.
	 */
	checkForm(
		resourceType: ResourceType,
		cloudName: string,
		form: UploadForm,
		isContinuation?: (capability: UploadCapabilityClaims) => Promise<boolean>,
	): Promise<UploadCapabilityClaims>;
	/** Creates a probe of a video that is being received at a local path. The caller must cancel it at the end. */
	createEarlyProbe(path: string): EarlyProbe;
	/** Stores a received file and responds like Cloudinary. Throws `unsupported_type`, `invalid`, `forbidden` or `too_many`. */
	publish(
		capability: UploadCapabilityClaims,
		received: ReceivedFile,
		origin: string,
		signal?: AbortSignal,
	): Promise<UploadResponse>;
	/** Builds the response of `publish` again for a used capability. Returns null if no file was published with the capability. */
	findPublished(capability: string, origin: string): Promise<UploadResponse | null>;
	/**
	 * Receives a private picture from the form field `file` and re-encodes it. The route must authorize the sender and set the option
	 * `multipart`. `insertOwner` stores the media id in the transaction that inserts the `media` row. The file belongs to no account.
	 * Throws `too_large`, `unsupported_type` or `invalid` for the field `file`.
	 */
	receivePrivatePicture<Result>(
		request: FastifyRequest,
		insertOwner: (tx: Tx, mediaId: number) => Promise<Result>,
	): Promise<Result>;

	/**
	 * Attaches uploads to content and makes them public. An upload must belong to the actor, be of the given kind, have no `failure`
	 * and not be attached yet. Throws `forbidden`, or `invalid` for `field`. A video with an edit is processed again. Throws `invalid`
	 * for an edit of a file on an external host that does more than choose the poster.
	 */
	attach(
		tx: Tx,
		actor: Actor,
		kind: MediaKind,
		uploads: readonly UsedUpload[],
		field: string,
	): Promise<AttachedMedia[]>;
	/**
	 * Attaches an upload and keeps it private. `findByIdsSigned` returns its URLs. The file then belongs to its content and to no
	 * account. Throws like `attach`. Throws `invalid` for a file of an external host, which everyone with its URL can fetch.
	 */
	attachPrivate(tx: Tx, actor: Actor, kind: MediaKind, upload: UploadedFile, field: string): Promise<AttachedMedia>;
	/** Returns the bytes of the largest size of the actor's own uploaded picture. Throws like `attachPrivate`. */
	readPicture(actor: Actor, upload: UploadedFile, field: string): Promise<Buffer>;
	/** Deletes an uploaded picture that is stored elsewhere from now on. Throws like `attachPrivate`. */
	removePicture(tx: Tx, actor: Actor, upload: UploadedFile, field: string): Promise<void>;

	/** Returns true for a failed video whose original still exists. Must not be called inside a transaction. */
	canRetry(id: number): Promise<boolean>;
	/** Processes a failed video again. Returns false for any other file. */
	retry(tx: Tx, id: number): Promise<boolean>;
	/** Deletes `media` rows. A job deletes their files after the commit. */
	remove(tx: Tx, ids: readonly number[]): Promise<void>;
	/**
	 * Deletes a file of the actor that nothing uses. `publicId` is that of the upload response. Returns false if the actor has no such
	 * file. Throws `not_found` for another cloud name, `conflict` for a file that an ad, a post or the profile uses.
	 */
	destroy(tx: Tx, actor: Actor, cloudName: string, kind: MediaKind, publicId: string): Promise<boolean>;
	/** Replaces the captions of a video, or removes them if they are null. `captions` is the result of `captionsSchema`. */
	setCaptions(tx: Tx, id: number, captions: string | null): Promise<void>;
	/** Makes files public or private. Files of hidden content are private. */
	setAccess(tx: Tx, ids: readonly number[], access: 'public' | 'private'): Promise<void>;

	findByIds(db: Db, ids: readonly number[]): Promise<Map<number, PresentedMedia>>;
	/** Returns temporary signed URLs, also for private files. The caller must check access. */
	findByIdsSigned(db: Db, ids: readonly number[]): Promise<Map<number, PresentedMedia>>;
	/** Returns the captions of each video that has some, as WebVTT. The caller must check access. */
	findCaptions: typeof store.findCaptionsByIds;
	/** Returns the text that is drawn into each video that has one. The caller must check access. */
	findOverlays(db: Db, ids: readonly number[]): Promise<Map<number, string>>;
	/** Reads pictures and posters of videos in their smallest size, also private ones. Omits those on an external host and those that are not made. */
	readSmallPictures(db: Db, ids: readonly number[]): Promise<Buffer[]>;
	/** Returns files for the personal data export of the account that owns the content with these files. */
	listPersonalFiles(db: Db, ids: readonly number[]): Promise<DataExportFile[]>;
	/** Counts uploads of the whole site. `from` is the start of the first day in milliseconds since 1970. */
	getSiteStats(
		from: number,
	): Promise<
		Awaited<ReturnType<typeof store.countMedia>> & { days: Awaited<ReturnType<typeof store.countUploadsByDay>> }
	>;
}
