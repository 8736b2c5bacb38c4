import type { Generated, Selectable } from 'kysely';
import type { MediaKind } from '../../contract/media.ts';
import type { MediaState } from './lifecycle.ts';

export interface MediaTables {
	/** Resumable uploads; rows of published uploads remain until they expire. */
	uploads: {
		/** Random; used in the URL and as the file name on disk. */
		id: string;
		account_id: number;
		/** The used capability; also stored in the row of the published file. */
		capability: string;
		file_name: string;
		/** Size of the complete file. */
		bytes: number;
		created_at: number;
	};
	media: {
		id: Generated<number>;
		/** Random; used in URLs and storage keys. */
		public_id: string;
		/** The uploader; null if the file belongs only to the content that it is attached to. */
		account_id: number | null;
		kind: MediaKind;
		state: MediaState;
		/** 'private' until attached to public content, and while that content is hidden. */
		access: 'private' | 'public';
		/** The used capability; unique. */
		capability: string;
		/** Path on our own host, or full URL on an external host. */
		secure_url: string;
		file_name: string;
		bytes: number;
		/** Pixels of the largest size. */
		width: number | null;
		height: number | null;
		duration_ms: number | null;
		/** JSON of `StoredPicture`: the picture or the video's poster. Null for a video that is not prepared yet. */
		picture: string | null;
		/** JSON of `StoredFile[]`, smallest first: the video's playable files. */
		renditions: string | null;
		/** Message for the owner of a failed file; null if the file is not at fault. */
		failure: string | null;
		attached_at: number | null;
		created_at: number;
	};
}

/** `name` is the file name in the store, or the URL on an external host. */
export interface StoredFile {
	name: string;
	width: number;
	height: number;
	bytes: number;
}

export interface StoredPicture {
	placeholder: string | null;
	sizes: StoredFile[];
}

export type MediaRow = Selectable<MediaTables['media']>;
export type UploadRow = Selectable<MediaTables['uploads']>;
